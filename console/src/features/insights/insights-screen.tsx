import { useQuery } from '@tanstack/react-query';
import type { GroupTasksData } from 'project-management-sdk';
import { lazy, type ReactNode, Suspense, useMemo } from 'react';
import { ProjectNav } from '../../components/project-nav.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { showNumber } from '../../lib/figures.ts';
import { showDate } from '../../lib/format.ts';
import { load } from '../../lib/loading.ts';
import { useThisProject } from '../../lib/project-context.ts';
import { lanesQuery } from '../../lib/queries.ts';
import type { TaskQuery } from '../../lib/tasks.ts';
import { insights as words } from '../../lib/texts/insights.texts.ts';
import { Bars } from './bars.tsx';
import { agesOf, loadsOf, sprintPointsOf, type Week, weeksOf } from './reports.ts';

const Chart = lazy(async () => ({ default: (await load(() => import('../../components/chart.tsx'))).Chart }));

/** A report of the service: how many tasks there are by one or two of their properties. */
function useReport(by: GroupTasksData['query']['by'], filters: Pick<TaskQuery, 'isDone'> = {}) {
  const { id } = useThisProject();
  return useQuery({
    queryKey: ['tasks', 'groups', 'insights', id, by, filters],
    queryFn: ({ signal }) => client.groupTasks({ query: { by, projectId: [id], ...filters }, signal }),
  });
}

/** What goes on in a project, in pictures and in the same numbers. */
export function InsightsScreen() {
  return (
    <Screen title={words.title} bar={<ProjectNav />}>
      <div className="grid items-start gap-x-8 gap-y-10 p-4 xl:grid-cols-2">
        <Flow />
        <div className="flex min-w-0 flex-col gap-10">
          <Open />
          <Points />
          <Ages />
        </div>
      </div>
    </Screen>
  );
}

const STATUS_COLOURS: Record<string, string> = {
  Backlog: 'edge',
  'To Do': 'muted',
  'In Progress': 'warning',
  'In Review': 'accent-text',
  Blocked: 'danger',
};
const OTHER_COLOURS = ['success', 'accent'];
const colourOf = (status: string, place: number): string =>
  STATUS_COLOURS[status] ?? OTHER_COLOURS[place % OTHER_COLOURS.length] ?? 'success';

type Report = ReturnType<typeof useReport>;

function Part({
  title,
  hint,
  reports,
  children,
}: {
  title: string;
  hint: string;
  reports: readonly Report[];
  children: ReactNode;
}) {
  const failed = reports.find(({ error, data }) => error && !data);
  const isReady = reports.every(({ data }) => data);
  return (
    <Section title={title} className="min-w-0">
      <p className="text-sm text-muted">{hint}</p>
      {failed && (
        <Failure
          text={messageOf(failed.error)}
          onRetry={() => {
            for (const report of reports) void report.refetch();
          }}
        />
      )}
      {!failed && !isReady && <Skeleton />}
      {isReady && children}
    </Section>
  );
}

function Flow() {
  const created = useReport(['createdWeek']);
  const completed = useReport(['completedWeek'], { isDone: true });
  const weeks = useMemo(() => weeksOf(created.data ?? [], completed.data ?? []), [created.data, completed.data]);
  return (
    <Part title={words.flow} hint={words.flowHint} reports={[created, completed]}>
      {weeks.length === 0 && <p className="text-muted">{words.none}</p>}
      {weeks.length > 0 && (
        <>
          <FlowChart weeks={weeks} />
          <Table
            name={words.flow}
            rows={weeks.toReversed()}
            keyOf={({ day }) => day}
            columns={[
              { name: words.week, cell: ({ day }) => showDate(day) },
              { name: words.created, isRight: true, cell: ({ created: count }) => showNumber(count) },
              { name: words.completed, isRight: true, cell: ({ completed: count }) => showNumber(count) },
            ]}
          />
        </>
      )}
    </Part>
  );
}

function FlowChart({ weeks }: { weeks: readonly Week[] }) {
  const times = useMemo(() => weeks.map(({ day }) => new Date(day).getTime() / 1000), [weeks]);
  const lines = useMemo(
    () => [
      { name: words.created, colour: 'accent-text', values: weeks.map(({ created }) => created) },
      { name: words.completed, colour: 'success', values: weeks.map(({ completed }) => completed) },
    ],
    [weeks],
  );
  return (
    <div role="img" aria-label={words.flow} className="panel min-h-60 overflow-hidden p-2">
      <Suspense>
        <Chart isByDay times={times} lines={lines} />
      </Suspense>
    </div>
  );
}

function Open() {
  const report = useReport(['assignee', 'status'], { isDone: false });
  const { data: lanes = [] } = useQuery(lanesQuery);
  const { statuses, loads } = useMemo(() => loadsOf(report.data ?? [], lanes), [report.data, lanes]);
  return (
    <Part title={words.open} hint={words.openHint} reports={[report]}>
      {loads.length === 0 && <p className="text-muted">{words.none}</p>}
      {loads.length > 0 && (
        <>
          <Bars
            name={words.open}
            parts={statuses.map((name, place) => ({ name, colour: colourOf(name, place) }))}
            rows={loads.map(({ name, counts, all }) => ({ name, values: counts, text: showNumber(all) }))}
          />
          <Table
            name={words.open}
            rows={loads}
            keyOf={({ name }) => name}
            columns={[
              { name: words.assignee, cell: ({ name }) => name },
              ...statuses.map((status, place) => ({
                name: status,
                isRight: true,
                cell: ({ counts }: (typeof loads)[number]) => showNumber(counts[place] ?? 0),
              })),
              { name: words.all, isRight: true, cell: ({ all }) => showNumber(all) },
            ]}
          />
        </>
      )}
    </Part>
  );
}

function Points() {
  const all = useReport(['sprint']);
  const done = useReport(['sprint'], { isDone: true });
  const sprints = useMemo(() => sprintPointsOf(all.data ?? [], done.data ?? []), [all.data, done.data]);
  return (
    <Part title={words.points} hint={words.pointsHint} reports={[all, done]}>
      {sprints.length === 0 && <p className="text-muted">{words.none}</p>}
      {sprints.length > 0 && (
        <>
          <Bars
            name={words.points}
            parts={[
              { name: words.doneColumn, colour: 'success' },
              { name: words.notDone, colour: 'accent-text' },
            ]}
            rows={sprints.map(({ name, points, done: ready }) => ({
              name,
              values: [ready, Math.max(0, points - ready)],
              text: showNumber(points),
            }))}
          />
          <Table
            name={words.points}
            rows={sprints}
            keyOf={({ id }) => id}
            columns={[
              { name: words.sprint, cell: ({ name }) => name },
              { name: words.pointsColumn, isRight: true, cell: ({ points }) => showNumber(points) },
              { name: words.doneColumn, isRight: true, cell: ({ done: ready }) => showNumber(ready) },
              { name: words.remaining, isRight: true, cell: ({ remaining }) => showNumber(remaining) },
            ]}
          />
        </>
      )}
    </Part>
  );
}

function Ages() {
  const report = useReport(['createdWeek'], { isDone: false });
  const ages = useMemo(() => agesOf(report.data ?? [], Date.now()), [report.data]);
  return (
    <Part title={words.age} hint={words.ageHint} reports={[report]}>
      <Bars
        name={words.age}
        parts={[{ name: words.tasks, colour: 'accent-text' }]}
        rows={ages.map(({ name, tasks }) => ({ name, values: [tasks], text: showNumber(tasks) }))}
      />
      <Table
        name={words.age}
        rows={ages}
        keyOf={({ name }) => name}
        columns={[
          { name: words.createdIn, cell: ({ name }) => name },
          { name: words.tasks, isRight: true, cell: ({ tasks }) => showNumber(tasks) },
        ]}
      />
    </Part>
  );
}
