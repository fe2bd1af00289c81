import { Link } from '@tanstack/react-router';
import type { VirtualColleagueResponse } from 'project-management-sdk';
import { ColleagueAvatar } from '../../components/colleague-avatar.tsx';
import { Badge } from '../../components/states.tsx';
import { TaskLink } from '../../components/task-link.tsx';
import type { Work } from '../../components/work/work-queries.ts';
import { WorkState } from '../../components/work/work-state.tsx';
import { showHours, showNumber } from '../../lib/figures.ts';
import type { Task } from '../../lib/model.ts';
import { agents as words } from '../../lib/texts/agents.texts.ts';
import { colleagues } from '../../lib/texts/colleagues.texts.ts';
import { figuresOf, type RecentWorks } from './queries.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;
const SECOND = 1_000;
const dollars = new Intl.NumberFormat(undefined, { style: 'currency', currency: 'USD' });

function showTime(milliseconds: number): string {
  if (milliseconds >= MINUTE) return showHours(milliseconds / HOUR);
  return milliseconds < SECOND ? words.lessThanSecond : `${Math.round(milliseconds / SECOND)} s`;
}

interface AgentCardProps {
  agent: VirtualColleagueResponse;
  /** What it does now; undefined while that is read, as the others. */
  live: readonly { task: Task; work: Work }[] | undefined;
  ready: number | undefined;
  recent: RecentWorks | undefined;
}

/** What an agent does now, and what has come of its work. */
export function AgentCard({ agent: { id, name, active }, live, ready, recent }: AgentCardProps) {
  return (
    <article aria-label={name} className="panel flex flex-col gap-3 p-4 shadow-card">
      <div className="flex items-center gap-2">
        <ColleagueAvatar name={name} size="md" />
        <Link
          to="/colleagues/$id"
          params={{ id }}
          className="control inline-flex min-w-0 items-center font-semibold hover:underline"
        >
          <span className="truncate">{name}</span>
        </Link>
        <span className="ml-auto flex items-center gap-2 text-sm text-muted">
          {ready === undefined ? <Pending /> : words.readyTasks(ready)}
          {!active && <Badge>{colleagues.disabled}</Badge>}
        </span>
      </div>
      {live?.length === 0 && <p className="text-sm text-muted">{words.idle}</p>}
      {live && live.length > 0 && (
        <ul className="flex flex-col gap-1">
          {live.map(({ task, work }) => (
            <li key={work.id} className="flex min-w-0 items-center gap-2 text-sm">
              <WorkState state={work.state} />
              <TaskLink tid={task.tid} className="control flex min-w-0 grow items-center hover:underline">
                <span className="title">{`${task.tid} ${task.title}`}</span>
              </TaskLink>
            </li>
          ))}
        </ul>
      )}
      {recent ? <Figures recent={recent} /> : <Pending />}
    </article>
  );
}

/** A number that is not known yet is never 0. */
function Pending() {
  return <span className="inline-block h-4 w-16 animate-pulse rounded-sm bg-hover" />;
}

function Figures({ recent: { works, isCut } }: { recent: RecentWorks }) {
  const { accepted, returned, failed, medianTime, costUsd } = figuresOf(works);
  const shown: [string, string][] = [
    [words.figures.accepted, showNumber(accepted)],
    [words.figures.returned, showNumber(returned)],
    [words.figures.failed, showNumber(failed)],
    [words.figures.time, medianTime === undefined ? words.unknown : showTime(medianTime)],
    [words.figures.cost, dollars.format(costUsd)],
  ];
  return (
    <div className="mt-auto flex flex-col gap-1 border-t border-line pt-2">
      <dl className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
        {shown.map(([name, value]) => (
          <div key={name} className="flex flex-col">
            <dt className="text-xs text-muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-muted">{isCut ? words.ofNewest(works.length) : words.ofDays}</p>
    </div>
  );
}
