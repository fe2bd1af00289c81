import { useQuery } from '@tanstack/react-query';
import { Circle, CircleCheck, CircleDot, CircleSlash } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../lib/api.ts';
import { showAgo, showMoment } from '../../lib/format.ts';
import { agentWork as words } from '../../lib/texts/agent-work.texts.ts';
import { Disclosure } from '../disclosure.tsx';
import { Markdown } from '../markdown.tsx';
import { Failure, Progress, Skeleton } from '../states.tsx';
import { type Work, workQuery } from './work-queries.ts';

/** How far a work is, and what it has made. */
export function WorkDetails({ work }: { work: Work }) {
  const { state, progress, note, plan, summary, links } = work;
  return (
    <>
      {(state === 'working' || state === 'asking') && (progress > 0 || note) && (
        <div className="flex flex-col gap-1">
          <Progress done={progress} of={100} label={words.progress(progress)} />
          {note && <p className="text-sm text-muted">{note}</p>}
        </div>
      )}
      {summary && <Markdown text={summary} />}
      {links.length > 0 && (
        <ul aria-label={words.links} className="flex flex-col gap-1">
          {links.map(({ title, url }, index) => (
            <li key={index}>
              <a
                href={url}
                target="_blank"
                rel="noopener noreferrer"
                className="hit inline-flex items-center text-accent-text underline underline-offset-2"
              >
                {title}
              </a>
            </li>
          ))}
        </ul>
      )}
      {plan.length > 0 && <Plan steps={plan} />}
    </>
  );
}

const STEP_ICONS = { pending: Circle, doing: CircleDot, done: CircleCheck, skipped: CircleSlash };
const STEP_COLOURS = { pending: 'text-muted', doing: 'text-warning', done: 'text-success', skipped: 'text-muted' };

function Plan({ steps }: { steps: Work['plan'] }) {
  return (
    <div className="flex flex-col gap-1">
      <h3 className="text-xs font-semibold text-muted">{words.plan}</h3>
      <ol aria-label={words.plan} className="flex flex-col gap-1">
        {steps.map(({ title, state }, index) => {
          const Icon = STEP_ICONS[state];
          return (
            <li key={index} className="flex items-start gap-2 text-sm">
              <Icon size={14} aria-hidden className={`mt-0.5 shrink-0 ${STEP_COLOURS[state]}`} />
              <span className={state === 'skipped' ? 'text-muted line-through' : undefined}>{title}</span>
              <span className="sr-only">{words.steps[state]}</span>
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** What the agent has said, which is read once somebody asks for it. */
export function WorkActivities({ work: { id, taskId } }: { work: Work }) {
  const [isShown, setShown] = useState(false);
  return (
    <div className="flex flex-col gap-2">
      <Disclosure isOpen={isShown} onToggle={setShown}>
        {isShown ? words.hideActivity : words.showActivity}
      </Disclosure>
      {isShown && <Activities taskId={taskId} id={id} />}
    </div>
  );
}

function Activities({ taskId, id }: { taskId: string; id: string }) {
  const { data: work, error, refetch } = useQuery(workQuery(taskId, id));
  if (error && !work) return <Failure text={messageOf(error)} onRetry={() => void refetch()} />;
  if (!work) return <Skeleton rows={3} />;
  if (work.activities.length === 0) return <p className="text-sm text-muted">{words.noActivity}</p>;
  return (
    <ol aria-label={words.activity} className="flex max-h-96 flex-col gap-1.5 overflow-y-auto" tabIndex={0}>
      {work.activities.map(({ id: activityId, at, type, text }) => (
        <li key={activityId} className="flex flex-col gap-0.5 border-l-2 border-line pl-3 text-sm">
          <span className="text-xs text-muted">
            {`${type} · `}
            <time dateTime={at} title={showMoment(at)}>
              {showAgo(at)}
            </time>
          </span>
          <span className={`break-words whitespace-pre-wrap ${type === 'error' ? 'text-danger' : ''}`}>{text}</span>
        </li>
      ))}
    </ol>
  );
}
