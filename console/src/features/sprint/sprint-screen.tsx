import { useNames } from '../../lib/address.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { NotFound } from '../../components/not-found.tsx';
import { ProjectNav } from '../../components/project-nav.tsx';
import { Read, UnknownNumber } from '../../components/read.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { SprintSteps } from '../../components/sprint-steps.tsx';
import { Badge, Empty, Failure, Progress, Skeleton } from '../../components/states.tsx';
import { TaskKeys } from '../../components/task-keys.tsx';
import { TaskLink } from '../../components/task-link.tsx';
import { TaskMenu } from '../../components/task-menu.tsx';
import { TaskRow } from '../../components/task-row.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { showNumber } from '../../lib/figures.ts';
import { showDate } from '../../lib/format.ts';
import { sumOf, type Task } from '../../lib/model.ts';
import { useHidden } from '../../lib/pending-deletes.ts';
import { useThisProject } from '../../lib/project-context.ts';
import { lanesQuery, sprintsQuery, useMayWrite } from '../../lib/queries.ts';
import { isGone, UNEVENTFUL } from '../../lib/query-client.ts';
import { isOpen, openSprints } from '../../lib/sprints.ts';
import { projectTasksQuery } from '../../lib/task-queries.ts';
import { texts } from '../../lib/texts.ts';
import * as planningTexts from '../../lib/texts/planning.texts.ts';
import { Burndown, type BurndownDay } from './burndown.tsx';

const sprintQuery = (id: string) =>
  queryOptions({
    queryKey: ['sprint', id],
    queryFn: ({ signal }) => client.getSprint({ path: { id }, signal }),
    ...UNEVENTFUL,
  });
const burndownQuery = (id: string) =>
  queryOptions({
    queryKey: ['sprint', id, 'burndown'],
    queryFn: ({ signal }) =>
      client.getSprintBurndown({ path: { id }, signal }) as Promise<unknown> as Promise<BurndownDay[]>,
    ...UNEVENTFUL,
  });

export function SprintScreen() {
  const project = useThisProject();
  const { id = '' } = useNames();
  const container = useRef<HTMLDivElement>(null);
  // Nothing of it is read on the way from its page.
  const [isDeleted, setDeleted] = useState(false);
  const { data: sprint, error, refetch } = useQuery({ ...sprintQuery(id), enabled: !isDeleted });
  const isKnown = { enabled: sprint !== undefined && !isDeleted };
  const burndown = useQuery({ ...burndownQuery(id), ...isKnown });
  const all = useQuery({ ...projectTasksQuery(project.id, { sprintId: id }), ...isKnown });
  const hidden = useHidden();
  const tasks = (all.data ?? []).filter(({ id: taskId }) => !hidden.has(taskId));
  const { data: lanes = [] } = useQuery(lanesQuery);
  const { data: sprints = [] } = useQuery(sprintsQuery(project.id));
  const mayWrite = useMayWrite(project);
  const navigate = useNavigate();
  if (error && isGone(error)) return <NotFound />;
  if (error && !sprint) return <Failure text={messageOf(error)} onRetry={() => void refetch()} />;
  if (!sprint) return <Skeleton className="p-4" rows={8} />;
  const dates = [sprint.startDate, sprint.endDate].flatMap((date) => (date ? [showDate(date)] : []));
  return (
    <Screen
      title={sprint.name}
      bar={<ProjectNav />}
      actions={
        <>
          {dates.length > 0 && <span className="text-sm text-muted">{dates.join(' – ')}</span>}
          <Badge tone={sprint.status === 'active' ? 'success' : undefined}>
            {planningTexts.sprint.statuses[sprint.status]}
          </Badge>
          {isOpen(sprint) && mayWrite && (
            <SprintSteps
              sprint={sprint}
              tasks={tasks}
              sprints={openSprints(sprints)}
              mayWrite
              onDeleted={() => {
                setDeleted(true);
                return navigate({ to: '/projects/$key/planning', params: { key: project.key } });
              }}
            />
          )}
        </>
      }
    >
      <div ref={container} className="flex flex-col gap-6 p-4">
        {sprint.goal && <p className="max-w-3xl">{sprint.goal}</p>}
        <p className="flex flex-wrap gap-x-4 text-sm text-muted">
          {all.data ? <span>{texts.common.tasks(tasks.length)}</span> : <UnknownNumber />}
          <span>{texts.common.points(sprint.totals.estimatedHours)}</span>
          <span>{planningTexts.planning.remaining(texts.common.points(sprint.totals.remainingHours))}</span>
        </p>
        {sprint.totals.tasks > 0 && (
          <Progress
            done={sprint.totals.done}
            of={sprint.totals.tasks}
            label={planningTexts.sprint.progress(showNumber(sprint.totals.done), showNumber(sprint.totals.tasks))}
          />
        )}
        {sprint.carriedOver.length > 0 && (
          <Section title={planningTexts.sprint.carriedOver} count={sprint.carriedOver.length}>
            <ul className="panel py-1">
              {sprint.carriedOver.map(({ id: taskId, tid, title }) => (
                <li key={taskId} className="mx-1 rounded-md px-2 hover:bg-hover">
                  <TaskLink tid={tid} className="control flex min-w-0 items-center gap-2">
                    <span className="shrink-0 text-xs text-muted">{tid}</span>
                    <span className="title">{title}</span>
                  </TaskLink>
                </li>
              ))}
            </ul>
          </Section>
        )}
        <Read query={burndown} rows={4}>
          {(days) => (
            <Burndown
              days={days}
              endDate={sprint.status === 'active' ? sprint.endDate : null}
              tasks={sprint.totals.tasks}
            />
          )}
        </Read>
        <Read query={all} rows={4}>
          {() => tasks.length === 0 && <Empty text={planningTexts.sprint.none} />}
        </Read>
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
          {byStatus(tasks, lanes).map(([status, inStatus]) => (
            <Section key={status} title={status} count={inStatus.length}>
              <ul className="panel py-1">
                {inStatus.map((task) => (
                  <TaskRow key={task.id} task={task}>
                    {task.estimatedHours !== null && (
                      <span className="text-xs whitespace-nowrap text-muted">
                        {texts.common.points(sumOf([task], (one) => one.estimatedHours))}
                      </span>
                    )}
                    <TaskMenu task={task} />
                  </TaskRow>
                ))}
              </ul>
            </Section>
          ))}
        </div>
      </div>
      <TaskKeys container={container} />
    </Screen>
  );
}

/** In the order of the lanes, statuses that are none last. */
function byStatus(tasks: readonly Task[], lanes: readonly string[]): [string, Task[]][] {
  const place = (status: string) => (lanes.includes(status) ? lanes.indexOf(status) : lanes.length);
  return [...Map.groupBy(tasks, ({ status }) => status)].sort(
    ([one], [other]) => place(one) - place(other) || one.localeCompare(other),
  );
}
