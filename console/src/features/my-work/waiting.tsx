import { Avatar, StatusIcon } from '../../components/marks.tsx';
import { Section } from '../../components/screen.tsx';
import { TaskLink } from '../../components/task-link.tsx';
import { Decision } from '../../components/work/decision.tsx';
import { SubmittedWork } from '../../components/work/submitted-work.tsx';
import { WorkState } from '../../components/work/work-state.tsx';
import type { Task } from '../../lib/model.ts';
import { agentWork as words } from '../../lib/texts/agent-work.texts.ts';

/** What agents wait for: an answer, or a review. */
export default function Waiting({ tasks }: { tasks: readonly Task[] }) {
  return (
    <Section title={words.waiting} count={tasks.length}>
      <ul className="panel divide-y divide-line py-1">
        {tasks.map((task) => task.work && <WaitingTask key={task.id} task={task} work={task.work} />)}
      </ul>
    </Section>
  );
}

function WaitingTask({ task, work }: { task: Task; work: NonNullable<Task['work']> }) {
  return (
    <li className="flex min-w-0 flex-col gap-2 px-2 py-1">
      <div className="flex min-w-0 items-center gap-2">
        <StatusIcon status={task.status} />
        <TaskLink tid={task.tid} className="control flex min-w-0 grow items-center gap-2 hover:underline">
          <span className="shrink-0 text-xs text-muted">{task.tid}</span>
          <span className="title">{task.title}</span>
        </TaskLink>
        <WorkState state={work.state} />
        <Avatar name={work.colleague.name} isAlone />
      </div>
      <div className="flex flex-col gap-2 pb-1 sm:pl-6">
        {work.state === 'submitted' && <SubmittedWork taskId={task.id} id={work.id} />}
        <Decision work={work} />
      </div>
    </li>
  );
}
