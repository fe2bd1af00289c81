import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { lazy, Suspense, useRef } from 'react';
import { PriorityIcon } from '../../components/marks.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { TaskMenu } from '../../components/task-menu.tsx';
import { TaskRow } from '../../components/task-row.tsx';
import { buttonStyle, IconButton } from '../../components/button.tsx';
import { TaskKeys } from '../../components/task-keys.tsx';
import { messageOf } from '../../lib/api.ts';
import { isPast, showAgo, showDue } from '../../lib/format.ts';
import { load } from '../../lib/loading.ts';
import type { Task } from '../../lib/model.ts';
import { useHidden } from '../../lib/pending-deletes.ts';
import { useMay, useUser } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import { isDismissed, useFolded } from './fold.ts';
import { groupsOf, isWaiting, latelyQuery, myTasksQuery } from './queries.ts';

const { myWork } = texts;
/** Loaded where there is something: the first screen is light. */
const Waiting = lazy(() => load(() => import('./waiting.tsx')));
const FirstHour = lazy(() => load(() => import('./first-hour.tsx')));

/** What is mine, the most pressing first; and what happened lately. */
export function MyWorkScreen() {
  const user = useUser();
  const { data, error, refetch } = useQuery({ ...myTasksQuery(user?.id ?? ''), enabled: user !== undefined });
  const mayTake = useMay('MEMBER');
  const hidden = useHidden();
  const container = useRef<HTMLDivElement>(null);
  const tasks = data?.filter(({ id }) => !hidden.has(id));
  const waiting = tasks?.filter(isWaiting);
  const groups = tasks && groupsOf(tasks.filter((task) => !isWaiting(task)));
  const named = [...(waiting ?? []), ...(groups ?? []).flatMap((group) => group.tasks)].map(({ id }) => id);
  const fold = useFolded();
  const isAdmin = useMay('ADMIN');
  return (
    <Screen title={texts.shell.myWork}>
      <div ref={container} className="grid gap-6 p-4 pt-2 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="flex min-w-0 flex-col gap-6">
          <Suspense>{isAdmin && !isDismissed() && <FirstHour />}</Suspense>
          {error && !tasks && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
          {!tasks && !error && <Skeleton rows={8} />}
          {tasks?.length === 0 && (
            <Empty text={myWork.nothing} next={mayTake && myWork.take}>
              <Link to="/projects" className={buttonStyle('primary')}>
                {texts.notFound.projects}
              </Link>
            </Empty>
          )}
          <Suspense>{waiting && waiting.length > 0 && <Waiting tasks={waiting} />}</Suspense>
          {groups?.map((group) => (
            <Group key={group.name} {...group} fold={fold} />
          ))}
          {tasks && <Others tasks={tasks.filter(({ id }) => !named.includes(id))} fold={fold} />}
        </div>
        <Lately fold={fold} named={tasks || error ? named : undefined} />
      </div>
      <TaskKeys container={container} />
    </Screen>
  );
}

type Fold = ReturnType<typeof useFolded>;

/** The button that folds a region; it stays so on this browser. */
const foldOf = (name: string, [isFolded, toggle]: Fold) => {
  const Chevron = isFolded(name) ? ChevronRight : ChevronDown;
  return {
    actions: (
      <IconButton
        label={isFolded(name) ? texts.common.expand(name) : texts.common.collapse(name)}
        onClick={() => toggle(name)}
      >
        <Chevron size={14} aria-hidden />
      </IconButton>
    ),
  };
};

function Group({ name, tasks, fold }: { name: string; tasks: readonly Task[]; fold: Fold }) {
  return (
    <Section title={name} count={tasks.length} {...foldOf(name, fold)}>
      {!fold[0](name) && tasks.length > 0 && (
        <ul className="panel py-1">
          {tasks.map((task) => (
            <TaskRow key={task.id} task={task}>
              {task.dueDate && (
                <span className={`text-xs whitespace-nowrap ${isPast(task.dueDate) ? 'text-danger' : 'text-muted'}`}>
                  {showDue(task.dueDate)}
                </span>
              )}
              <PriorityIcon priority={task.priority} />
              <TaskMenu task={task} />
            </TaskRow>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** The rest of the reader's tasks: what no other region names, "Lately" neither, as soon as that is known. */
function Others({ tasks, fold }: { tasks: readonly Task[]; fold: Fold }) {
  const { data, error } = useQuery(latelyQuery);
  const rest = data || error ? tasks.filter(({ id }) => !data?.some((late) => late.id === id)) : [];
  return rest.length > 0 && <Group name={myWork.others} tasks={rest} fold={fold} />;
}

/** What changed, but for the tasks that other regions name, as soon as these are known. */
function Lately({ fold, named }: { fold: Fold; named: readonly string[] | undefined }) {
  const { data, error, refetch } = useQuery(latelyQuery);
  const others = named && data?.filter(({ id }) => !named.includes(id));
  return (
    <Section title={myWork.lately} className="min-w-0" {...foldOf(myWork.lately, fold)}>
      {fold[0](myWork.lately) ? null : error && !data ? (
        <Failure text={messageOf(error)} onRetry={() => void refetch()} />
      ) : !others ? (
        <Skeleton rows={5} />
      ) : others.length === 0 ? (
        <p className="text-sm text-muted">{myWork.none}</p>
      ) : (
        <ul className="narrow panel py-1 *:py-1">
          {others.map((task) => (
            <TaskRow key={task.id} task={task}>
              <time dateTime={task.updatedAt} className="text-xs whitespace-nowrap text-muted">
                {showAgo(task.updatedAt, true)}
              </time>
              <TaskMenu task={task} />
            </TaskRow>
          ))}
        </ul>
      )}
    </Section>
  );
}
