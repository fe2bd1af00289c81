import { useQuery } from '@tanstack/react-query';
import { useContext, useMemo, useRef, useState } from 'react';
import { FilteredNav } from '../../components/filter-bar.tsx';
import { listFailure } from '../../components/filter-values.ts';
import { Screen } from '../../components/screen.tsx';
import { useShownTasks, ViewContext } from '../../components/shown-tasks.ts';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { ViewButtons } from '../../components/view-buttons.tsx';
import { useHidden } from '../../lib/pending-deletes.ts';
import { ProjectContext } from '../../lib/project-context.ts';
import { useMay } from '../../lib/queries.ts';
import { queryOf } from '../../lib/tasks.ts';
import { timeline as words } from '../../lib/texts/schedule.texts.ts';
import { addDays, type Day, numberOf, showMonth } from './days.ts';
import { useGiven } from './given-dates.ts';
import { PeriodBar } from './period-bar.tsx';
import { timelineQuery } from './queries.ts';
import { useRows } from './timeline-rows.ts';
import { SCALES, stepOf, timeScale } from './timeline-scale.ts';
import { Timeline } from './timeline.tsx';
import { usePeriod } from './use-period.ts';

/** When tasks begin and end, and what waits for what. */
export function TimelineScreen() {
  const project = useContext(ProjectContext);
  const view = useContext(ViewContext);
  const shown = useShownTasks();
  const period = usePeriod(SCALES);
  const { day, scale, today } = period;
  const time = useMemo(() => timeScale(day, scale), [day, scale]);
  const { data, error, refetch } = useQuery(timelineQuery(shown, time));
  const hidden = useHidden();
  const given = useGiven(data);
  const tasks = useMemo(() => given?.filter(({ id }) => !hidden.has(id)), [given, hidden]);
  const asked = JSON.stringify([shown.projectId, queryOf(shown.filters), time.from, time.to]);
  const rows = useRows(tasks, asked);
  const seen = useRef(day);
  const [month, setMonth] = useState(showMonth(day));
  const see = (one: Day) => {
    seen.current = one;
    setMonth(showMonth(one));
  };
  const [toToday, setToToday] = useState(0);
  const isMember = useMay('MEMBER');
  const mayWrite = project ? isMember && project.status === 'active' : isMember;
  // Of a project that is archived while its timeline is shown, a drag is refused in the service's words.
  const couldWrite = useMemo(() => mayWrite, [project?.id]);
  return (
    <Screen
      title={view?.name ?? project?.name ?? ''}
      isFull
      bar={<FilteredNav hasGroups={false} />}
      actions={<ViewButtons layout="timeline" />}
    >
      <PeriodBar
        title={month}
        period={{ ...period, setScale: (next) => period.setScale(next, placeSeen(seen.current, day)) }}
        scales={words.scales}
        onStep={(step) => period.goTo(addDays(seen.current, step * stepOf(scale)))}
        onToday={() => {
          period.goTo(undefined);
          setToToday(toToday + 1);
        }}
      />
      {error && !data && <Failure text={listFailure(error)} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton className="p-4" rows={8} />}
      {data && rows.length > 0 && (
        <Timeline
          key={`${day} ${scale} ${toToday}`}
          rows={rows}
          scale={time}
          day={day}
          today={today}
          mayDrag={mayWrite || couldWrite}
          onSeen={see}
        />
      )}
      {data && rows.length === 0 && <Empty text={words.none} next={mayWrite && words.noneYet} />}
    </Screen>
  );
}

/** Less is no scrolling away. */
const LEAST_DAYS = 7;

/** Where one has scrolled to is where another scale begins. */
const placeSeen = (seen: Day, day: Day): Day => (Math.abs(numberOf(seen) - numberOf(day)) < LEAST_DAYS ? day : seen);
