import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { DialogBody, Modal } from '../../components/modal.tsx';
import { Read } from '../../components/read.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { cx } from '../../lib/cx.ts';
import { showAgo, showMoment } from '../../lib/format.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { descriptionHistory as words } from '../../lib/texts/description-history.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { type DiffLine, diffLines } from './line-diff.ts';
import type { TaskPartProps } from './property.tsx';

interface Version {
  id: string;
  at: string;
  actor: { name: string } | null;
  bytes: number;
}

const versionsQuery = (id: string) => ({
  queryKey: ['task', id, 'descriptions'],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    client.listTaskDescriptions({ path: { id }, signal }) as unknown as Promise<Version[]>,
});

/** The text of the present version may still grow. */
const textQuery = (id: string, version: Version | undefined) => ({
  queryKey: ['task', id, 'descriptions', version?.id, version?.at],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    version ? ((await client.getTaskDescription({ path: { id, versionId: version.id }, signal })).text ?? '') : '',
});

/** The texts that the description had: who wrote them and when, what changed, and the way back to them. */
export default function DescriptionHistory({ task, mayWrite, onClose }: TaskPartProps & { onClose: () => void }) {
  const [chosen, setChosen] = useState<string>();
  const query = useQuery(versionsQuery(task.id));
  const restore = async ({ id }: Version) => {
    try {
      await client.restoreTaskDescription({ path: { id: task.id, versionId: id } });
      showToast(words.restored);
      onClose();
    } catch (error) {
      showToast(messageOf(error), { tone: 'danger' });
    } finally {
      void refreshTasks();
    }
  };
  return (
    <Modal title={words.title} size="lg" onClose={onClose}>
      <DialogBody>
        <Read query={query} rows={4}>
          {(versions) => {
            const index = Math.max(
              0,
              versions.findIndex(({ id }) => id === chosen),
            );
            const shown = versions[index];
            return (
              <>
                <ul aria-label={words.versions} className="scroll-thin flex max-h-56 flex-col overflow-y-auto">
                  {versions.map((version, place) => (
                    <li key={version.id} className="flex flex-wrap items-center gap-x-3">
                      <Button
                        look="quiet"
                        aria-pressed={place === index}
                        className={cx('min-w-0 flex-1 justify-start', place === index && 'bg-hover font-medium')}
                        onClick={() => setChosen(version.id)}
                      >
                        <span className="truncate">{version.actor?.name ?? words.someone}</span>
                        <time dateTime={version.at} title={showMoment(version.at)} className="text-xs text-muted">
                          {showAgo(version.at)}
                        </time>
                      </Button>
                      {place === 0 ? (
                        <span className="px-2 text-xs text-muted">{words.present}</span>
                      ) : (
                        mayWrite && <Button onClick={() => void restore(version)}>{words.restore}</Button>
                      )}
                    </li>
                  ))}
                </ul>
                {shown && <Differences taskId={task.id} version={shown} before={versions[index + 1]} />}
              </>
            );
          }}
        </Read>
      </DialogBody>
    </Modal>
  );
}

const LINES: Record<DiffLine['kind'], { look: string; mark: string }> = {
  same: { look: '', mark: ' ' },
  added: { look: 'bg-hover font-medium', mark: '+' },
  removed: { look: 'text-muted line-through', mark: '−' },
};
const SAID = { same: '', added: words.added, removed: words.removed };

interface DifferencesProps {
  taskId: string;
  version: Version;
  before: Version | undefined;
}

/** What a version changed of the one before it. */
function Differences({ taskId, version, before }: DifferencesProps) {
  const text = useQuery(textQuery(taskId, version));
  const old = useQuery(textQuery(taskId, before));
  const data = text.data === undefined || old.data === undefined ? undefined : diffLines(old.data, text.data);
  const query = {
    data,
    error: text.error ?? old.error,
    refetch: () => [text, old].map(({ refetch }) => void refetch()),
  };
  return (
    <section aria-label={words.changes} className="flex min-w-0 flex-col gap-1">
      <h3 className="text-sm font-semibold">{before ? words.changes : words.first}</h3>
      <Read query={query} rows={4}>
        {(lines) => (
          <div
            tabIndex={0}
            role="group"
            aria-label={words.changes}
            className="scroll-thin max-h-80 overflow-auto rounded-md bg-sunken p-2 text-sm"
          >
            {lines.length === 0 && <p className="text-muted">{words.empty}</p>}
            {lines.map(({ kind, text: line }, index) => (
              <div key={index} className={cx('flex min-h-5 gap-2 whitespace-pre-wrap', LINES[kind].look)}>
                <span aria-hidden className="w-3 shrink-0 select-none">
                  {LINES[kind].mark}
                </span>
                <span className="min-w-0 break-words">
                  {SAID[kind] && <span className="sr-only">{`${SAID[kind]}: `}</span>}
                  {line}
                </span>
              </div>
            ))}
          </div>
        )}
      </Read>
    </section>
  );
}
