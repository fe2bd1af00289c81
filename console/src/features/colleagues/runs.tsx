import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import type { ColleagueActivityResponse, ColleagueRunResponse } from 'project-management-sdk';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/screen.tsx';
import { Badge } from '../../components/states.tsx';
import { showDuration } from '../../lib/figures.ts';
import { showAgo, showMoment } from '../../lib/format.ts';
import { colleagues as words } from '../../lib/texts/colleagues.texts.ts';
import { ActionItem } from './action-item.tsx';
import { activityQuery, runsQuery } from './queries.ts';

const TONES: Record<string, 'success' | 'warning' | 'danger' | 'accent'> = {
  success: 'success',
  partial: 'warning',
  failed: 'danger',
  running: 'accent',
};

/** Each run with what it said, in the order it was said. */
export function Runs({ id }: { id: string }) {
  const runs = useQuery(runsQuery(id));
  const { data: activity = [] } = useQuery(activityQuery(id));
  const byRun = Map.groupBy(activity, ({ scanId }) => scanId);
  return (
    <Section title={words.runs}>
      <Read query={runs} rows={4}>
        {(all) => (
          <>
            {all.length === 0 && <p className="text-muted">{words.noRuns}</p>}
            <ol className="flex flex-col gap-3">
              {all.map((run, index) => (
                <Run
                  key={run.scanId}
                  colleagueId={id}
                  run={run}
                  actions={(byRun.get(run.scanId) ?? []).toReversed()}
                  isOpen={index === 0}
                />
              ))}
            </ol>
          </>
        )}
      </Read>
    </Section>
  );
}

interface RunProps {
  colleagueId: string;
  run: ColleagueRunResponse;
  actions: readonly ColleagueActivityResponse[];
  isOpen: boolean;
}

function Run({ colleagueId, run, actions, isOpen }: RunProps) {
  const { kind, trigger, status, startedAt, durationMs, error } = run;
  const held = Object.values(run.held).reduce((sum, count) => sum + count, 0);
  return (
    <li className="panel p-3">
      <details open={isOpen} className="group">
        <summary className="control flex flex-wrap items-center gap-2 text-sm">
          <ChevronRight size={14} aria-hidden className="text-muted transition-transform group-open:rotate-90" />
          <Badge tone={TONES[status]}>{words.statuses[status]}</Badge>
          <span className="font-medium">{words.kinds[kind]}</span>
          <time dateTime={startedAt} title={showMoment(startedAt)} className="text-muted">
            {`${showAgo(startedAt)}, ${words.trigger[trigger] ?? trigger}`}
          </time>
          <span className="text-muted">
            {words.summary(run.tasksScanned, run.actionsGenerated, run.sent, run.failed)}
            {held > 0 && words.heldBack(held)}
          </span>
          {durationMs !== null && <span className="text-muted">{showDuration(durationMs)}</span>}
        </summary>
        {error && <p className="text-danger">{error}</p>}
        {actions.length === 0 && <p className="pt-2 text-sm text-muted">{words.noActions}</p>}
        <ul className="flex flex-col gap-2 pt-2">
          {actions.map((action) => (
            <ActionItem key={action.id} colleagueId={colleagueId} action={action} />
          ))}
        </ul>
      </details>
    </li>
  );
}
