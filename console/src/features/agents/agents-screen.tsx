import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { VirtualColleagueResponse } from 'project-management-sdk';
import type { ReactNode } from 'react';
import { buttonStyle } from '../../components/button.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { agentsQuery } from '../../components/work/agents-query.ts';
import { Decision } from '../../components/work/decision.tsx';
import { WorkDetails } from '../../components/work/work-details.tsx';
import type { Work } from '../../components/work/work-queries.ts';
import { messageOf } from '../../lib/api.ts';
import type { Task } from '../../lib/model.ts';
import { useMay } from '../../lib/queries.ts';
import { agents as words } from '../../lib/texts/agents.texts.ts';
import { AgentCard } from './agent-card.tsx';
import { AgentTask } from './agent-task.tsx';
import { DelegateAnew } from './delegate-anew.tsx';
import { liveWorksQuery, readyTasksQuery, recentWorksQuery, workedTasksQuery } from './queries.ts';

/** A task with the work on it. */
interface WorkedTask {
  task: Task;
  work: Work;
}

/** What agents do, and what they wait for. */
export function AgentsScreen() {
  const { data: agents, error, refetch } = useQuery(agentsQuery);
  const mayMake = useMay('ADMIN');
  return (
    <Screen title={words.title}>
      {error && !agents && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
      {!agents && !error && <Skeleton className="p-4" />}
      {agents?.length === 0 && (
        <Empty text={words.none} next={mayMake && words.makeFirst}>
          <Link to="/colleagues" className={buttonStyle('primary')}>
            {words.toColleagues}
          </Link>
        </Empty>
      )}
      {agents && agents.length > 0 && <Agents agents={agents} />}
    </Screen>
  );
}

function Agents({ agents }: { agents: readonly VirtualColleagueResponse[] }) {
  const { data: works, error: worksError, refetch: readWorks } = useQuery(liveWorksQuery);
  const { data: tasks, error: tasksError, refetch: readTasks } = useQuery(workedTasksQuery);
  const { data: ready, error: readyError, refetch: readReady } = useQuery(readyTasksQuery);
  const { data: recent } = useQuery(recentWorksQuery);
  const nameOf = (id: string) => agents.find((agent) => agent.id === id)?.name ?? '';
  const live = works && tasks && joined(works, tasks);
  const inState = (state: Work['state']) => live?.filter(({ work }) => work.state === state);
  const failed = worksError ?? tasksError;
  const again = () => void Promise.all([readWorks(), readTasks()]);
  const part = { error: live ? null : failed, onRetry: again };
  const stuck = tasks?.filter(({ work }) => !work);
  // An orchestrator may take tasks, too; most never do.
  const takesTasks = ({ id, role }: VirtualColleagueResponse) =>
    role === 'agent' ||
    recent?.works.some(({ colleagueId }) => colleagueId === id) ||
    ready?.some(({ colleague }) => colleague.id === id);
  return (
    <div className="flex flex-col gap-6 p-4 pt-2">
      <div className="grid grid-cols-[repeat(auto-fill,minmax(min(100%,20rem),1fr))] gap-3">
        {agents.filter(takesTasks).map((agent) => (
          <AgentCard
            key={agent.id}
            agent={agent}
            live={live?.filter(({ work }) => work.colleagueId === agent.id)}
            ready={ready?.filter(({ colleague }) => colleague.id === agent.id).length}
            recent={recent && { ...recent, works: recent.works.filter(({ colleagueId }) => colleagueId === agent.id) }}
          />
        ))}
      </div>
      <div className="grid gap-6 xl:grid-cols-2">
        <Region title={words.asking} items={inState('asking')} {...part}>
          {({ task, work }) => (
            <AgentTask key={task.id} task={task} agent={nameOf(work.colleagueId)}>
              <Decision work={work} />
            </AgentTask>
          )}
        </Region>
        <Region title={words.toReview} items={inState('submitted')} {...part}>
          {({ task, work }) => (
            <AgentTask key={task.id} task={task} agent={nameOf(work.colleagueId)}>
              <WorkDetails work={work} />
              <Decision work={work} />
            </AgentTask>
          )}
        </Region>
        <Region title={words.working} items={inState('working')} {...part}>
          {({ task, work }) => (
            <AgentTask key={task.id} task={task} agent={nameOf(work.colleagueId)}>
              <WorkDetails work={work} />
            </AgentTask>
          )}
        </Region>
        <Region title={words.stuck} items={stuck} {...part}>
          {(task) => (
            <AgentTask key={task.id} task={task} agent={task.delegate?.name ?? ''}>
              <DelegateAnew task={task} />
            </AgentTask>
          )}
        </Region>
        <Region
          title={words.ready}
          items={ready}
          error={ready ? null : readyError}
          onRetry={() => void readReady()}
          className="xl:col-span-2"
        >
          {({ task, colleague }) => <AgentTask key={task.id} task={task} agent={colleague.name} />}
        </Region>
      </div>
    </div>
  );
}

/** Each live work with its task. */
function joined(works: readonly Work[], tasks: readonly Task[]): WorkedTask[] {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  return works.flatMap((work) => {
    const task = byId.get(work.taskId);
    return task ? [{ task, work }] : [];
  });
}

interface RegionProps<Item> {
  title: string;
  /** Undefined while they are read. */
  items: readonly Item[] | undefined;
  error: unknown;
  onRetry: () => void;
  className?: string;
  children: (item: Item) => ReactNode;
}

function Region<Item>({ title, items, error, onRetry, className, children }: RegionProps<Item>) {
  return (
    <Section title={title} {...(items && { count: items.length })} className={`min-w-0 ${className ?? ''}`}>
      {error ? (
        <Failure text={messageOf(error)} onRetry={onRetry} />
      ) : !items ? (
        <Skeleton rows={2} />
      ) : (
        items.length > 0 && <ul className="panel divide-y divide-line">{items.map(children)}</ul>
      )}
    </Section>
  );
}
