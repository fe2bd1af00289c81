import { useQuery } from '@tanstack/react-query';
import { client, messageOf } from '../../lib/api.ts';
import { showAgo } from '../../lib/format.ts';
import type { TaskDetail } from '../../lib/model.ts';
import { useMay } from '../../lib/queries.ts';
import { agentWork as words } from '../../lib/texts/agent-work.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Button } from '../button.tsx';
import { FormNote, useSubmit } from '../form.tsx';
import { ColleagueAvatar } from '../colleague-avatar.tsx';
import { Section } from '../screen.tsx';
import { Failure } from '../states.tsx';
import { Decision } from './decision.tsx';
import { WorkActivities, WorkDetails } from './work-details.tsx';
import { refreshWork, type Work, worksOfTaskQuery } from './work-queries.ts';
import { WorkState } from './work-state.tsx';

/** What agents do about a task: its live work, or the last one. Nothing where none has ever had it. */
export default function WorkRegion({ task }: { task: TaskDetail }) {
  const { data: works, error, refetch } = useQuery(worksOfTaskQuery(task.id));
  if (error && !works) {
    return (
      <Section title={words.work}>
        <Failure text={messageOf(error)} onRetry={() => void refetch()} />
      </Section>
    );
  }
  const [newest, ...earlier] = works ?? [];
  if (!newest && !task.delegate) return null;
  return (
    <Section title={words.work}>
      {newest ? (
        <CurrentWork work={newest} task={task} />
      ) : (
        <p className="text-sm text-muted">{words.notBegun(task.delegate?.name ?? '')}</p>
      )}
      {earlier.length > 0 && <EarlierWorks works={earlier} />}
    </Section>
  );
}

/** Who holds a work: the live one says it; of another one the delegate, if it is still the same. */
function nameOf({ colleagueId }: Work, { work, delegate }: TaskDetail): string | undefined {
  return [work?.colleague, delegate].find((one) => one?.id === colleagueId)?.name;
}

function CurrentWork({ work, task }: { work: Work; task: TaskDetail }) {
  const { id, state, attempt, lease, lastSeenAt, stopRequested, endedReason, review } = work;
  const mayStop = useMay('MEMBER');
  const name = nameOf(work, task);
  const stop = useSubmit(
    () => client.stopWork({ path: { id }, body: {} }),
    () => {
      showToast(words.stopped);
      void refreshWork();
    },
  );
  const why = review?.comment ?? endedReason;
  return (
    <div className="panel flex flex-col gap-3 p-3">
      <div className="flex flex-wrap items-center gap-2 text-sm">
        {name && <ColleagueAvatar name={name} />}
        {name && <span className="font-medium">{name}</span>}
        <WorkState state={state} />
        <span className="text-xs text-muted">{words.attempt(attempt)}</span>
        {state === 'working' && <span className="text-xs text-muted">{words.seen(showAgo(lastSeenAt))}</span>}
        {lease && mayStop && !stopRequested && (
          <Button className="ml-auto" isBusy={stop.isBusy} onClick={() => void stop.submit()}>
            {words.stop}
          </Button>
        )}
      </div>
      <FormNote {...stop} shown={[]} />
      {stopRequested && <p className="text-sm text-warning">{words.stopping}</p>}
      {!lease && why && <p className="text-sm text-muted">{words.whyEnded(why)}</p>}
      <WorkDetails work={work} />
      <Decision work={work} />
      <WorkActivities work={work} />
    </div>
  );
}

function EarlierWorks({ works }: { works: readonly Work[] }) {
  return (
    <details className="text-sm">
      <summary className="control cursor-pointer text-muted">{`${words.earlier} (${works.length})`}</summary>
      <ol aria-label={words.earlier} className="flex flex-col gap-2 pt-2">
        {works.map(({ id, state, startedAt, endedReason, review }) => (
          <li key={id} className="flex flex-wrap items-baseline gap-2">
            <WorkState state={state} />
            <time dateTime={startedAt} className="text-xs text-muted">
              {showAgo(startedAt)}
            </time>
            <span className="break-words">{review?.comment ?? endedReason}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
