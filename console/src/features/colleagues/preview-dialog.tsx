import { useQuery } from '@tanstack/react-query';
import type { PreviewResponse } from 'project-management-sdk';
import { Button } from '../../components/button.tsx';
import { DialogBody, Modal } from '../../components/modal.tsx';
import { Badge, Failure, Skeleton } from '../../components/states.tsx';
import { messageOf } from '../../lib/api.ts';
import { texts } from '../../lib/texts.ts';
import { preview as words, rules } from '../../lib/texts/colleague-rules.texts.ts';
import { previewQuery } from './queries.ts';

/** What a colleague would say now, by rule. */
export function PreviewDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const { data, error, refetch } = useQuery(previewQuery(id, {}));
  return (
    <Modal title={words.title} size="lg" onClose={onClose}>
      <DialogBody>
        <p className="text-sm text-muted">{words.about}</p>
        {data ? (
          <Actions found={data} />
        ) : error ? (
          <Failure text={messageOf(error)} onRetry={() => void refetch()} />
        ) : (
          <Skeleton />
        )}
        <div className="flex justify-end">
          <Button look="primary" onClick={onClose}>
            {texts.common.done}
          </Button>
        </div>
      </DialogBody>
    </Modal>
  );
}

function Actions({ found: { actions, byRule, tasksScanned } }: { found: PreviewResponse }) {
  const said = Object.values(byRule).reduce((sum, count) => sum + count, 0);
  const held = actions.filter((action) => action.held !== null).length;
  const groups = [...Map.groupBy(actions, ({ rule }) => rule)];
  return (
    <>
      <p role="status">{actions.length === 0 ? words.nothing : words.summary(tasksScanned, said, held)}</p>
      {said > actions.length - held && <p className="text-sm text-muted">{words.shownFirst(actions.length)}</p>}
      {groups.map(([rule, ofRule]) => (
        <section key={rule} aria-label={rules.nameOf(rule)} className="flex flex-col gap-2">
          <h3 className="flex flex-wrap items-baseline gap-2 text-sm font-semibold">
            {rules.nameOf(rule)}
            <span className="text-xs font-normal text-muted">{words.ruleCount(byRule[rule] ?? 0)}</span>
          </h3>
          <ul className="flex flex-col gap-2">
            {ofRule.map(({ message, held: reason }, index) => (
              <li
                key={index}
                className="flex flex-col items-start gap-1 rounded-lg rounded-tl-sm bg-sunken px-3 py-2 text-sm"
              >
                <span className="break-words whitespace-pre-wrap">{message}</span>
                {reason !== null && (
                  <Badge tone="warning">{`${words.heldLabel}: ${words.held[reason] ?? reason}`}</Badge>
                )}
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
