import { useQuery } from '@tanstack/react-query';
import type { AiCheckResponse, ScanResponse } from 'project-management-sdk';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/screen.tsx';
import { Badge } from '../../components/states.tsx';
import { showDuration, showNumber } from '../../lib/figures.ts';
import { colleagues as words } from '../../lib/texts/colleagues.texts.ts';
import { ActionItem } from './action-item.tsx';
import { activityQuery } from './queries.ts';
import { TaskById } from './task-by-id.tsx';

type Outcome = { kind: 'scan'; result: ScanResponse } | { kind: 'ai_check'; result: AiCheckResponse };

/** What a run by hand has come to. */
export function Result({ colleagueId, outcome }: { colleagueId: string; outcome: Outcome }) {
  const facts: [string, string][] =
    outcome.kind === 'scan'
      ? [
          [words.scanned, showNumber(outcome.result.tasksScanned)],
          [words.actions, showNumber(outcome.result.actionsGenerated)],
          [words.sent, showNumber(outcome.result.sent)],
          [words.failed, showNumber(outcome.result.failed)],
          [words.duration, showDuration(outcome.result.durationMs)],
        ]
      : [
          [words.analyzed, showNumber(outcome.result.tasksAnalyzed)],
          [words.dropped, showNumber(outcome.result.dropped)],
          [words.model, outcome.result.model],
          [words.duration, showDuration(outcome.result.durationMs)],
        ];
  return (
    <Section title={words.result}>
      <dl className="panel grid grid-cols-2 gap-3 p-4 sm:grid-cols-5">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt className="text-xs text-muted">{name}</dt>
            <dd className="text-lg font-semibold">{value}</dd>
          </div>
        ))}
      </dl>
      {outcome.kind === 'ai_check' ? (
        <Findings check={outcome.result} />
      ) : (
        <Said colleagueId={colleagueId} scan={outcome.result} />
      )}
    </Section>
  );
}

/** What it has said in the run. */
function Said({ colleagueId, scan }: { colleagueId: string; scan: ScanResponse }) {
  const activity = useQuery(activityQuery(colleagueId));
  const said = activity.data?.filter(({ scanId }) => scanId === scan.scanId).toReversed();
  if (scan.actionsGenerated === 0) return <p className="text-muted">{words.noActions}</p>;
  return (
    <Read query={activity} rows={2}>
      {() => (
        <ul className="flex flex-col gap-2">
          {said?.map((action) => (
            <ActionItem key={action.id} colleagueId={colleagueId} action={action} />
          ))}
        </ul>
      )}
    </Read>
  );
}

const TONES = { info: 'accent', warning: 'warning', critical: 'danger' } as const;

function Findings({ check: { summary, findings } }: { check: AiCheckResponse }) {
  return (
    <>
      {summary !== null && <p>{summary}</p>}
      <ul className="flex flex-col gap-2">
        {findings.map((finding, index) => (
          <li key={index} className="panel flex flex-col gap-1 p-3">
            <span className="flex items-center gap-2">
              <Badge tone={TONES[finding.severity]}>{finding.severity}</Badge>
              {finding.taskId && <TaskById id={finding.taskId} />}
            </span>
            <span>{finding.message}</span>
            {finding.suggestion && <span className="text-muted">{finding.suggestion}</span>}
          </li>
        ))}
      </ul>
    </>
  );
}
