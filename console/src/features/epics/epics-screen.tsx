import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ChevronRight, Plus } from 'lucide-react';
import { useRef, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { ColourDot } from '../../components/label-chips.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { Avatar } from '../../components/marks.tsx';
import { ActionsMenu } from '../../components/menu.tsx';
import { ProjectNav } from '../../components/project-nav.tsx';
import { UnknownNumber } from '../../components/read.tsx';
import { Screen } from '../../components/screen.tsx';
import { Empty, Failure, Progress, Skeleton } from '../../components/states.tsx';
import { TaskKeys } from '../../components/task-keys.tsx';
import { TaskMenu } from '../../components/task-menu.tsx';
import { TaskRow } from '../../components/task-row.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { showNumber } from '../../lib/figures.ts';
import { showDate } from '../../lib/format.ts';
import { DONE, type Epic, type Task } from '../../lib/model.ts';
import { useHidden } from '../../lib/pending-deletes.ts';
import { useThisProject } from '../../lib/project-context.ts';
import { epicsQuery, useMayWrite } from '../../lib/queries.ts';
import { projectTasksQuery } from '../../lib/task-queries.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import * as epicsTexts from '../../lib/texts/epics.texts.ts';
import { EpicForm } from './epic-form.tsx';

const { epics: words } = epicsTexts;

export function EpicsScreen() {
  const project = useThisProject();
  const { data: epics, error, refetch } = useQuery(epicsQuery(project.id));
  const tasks = useQuery(projectTasksQuery(project.id));
  const hidden = useHidden();
  const mayWrite = useMayWrite(project);
  const container = useRef<HTMLDivElement>(null);
  const [isCreating, setCreating] = useState(false);
  const byEpic = Map.groupBy(
    (tasks.data ?? []).filter(({ id }) => !hidden.has(id)),
    ({ epicId }) => epicId,
  );
  return (
    <Screen
      title={words.title}
      bar={<ProjectNav />}
      actions={
        mayWrite && (
          <Button look="primary" onClick={() => setCreating(true)}>
            <Plus size={14} aria-hidden />
            {words.newEpic}
          </Button>
        )
      }
    >
      {error && !epics && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
      {!epics && !error && <Skeleton className="p-4" />}
      {epics && tasks.error && !tasks.data && (
        <Failure text={messageOf(tasks.error)} onRetry={() => void tasks.refetch()} />
      )}
      {epics?.length === 0 && <Empty text={words.none} next={mayWrite && words.makeFirst} />}
      <div ref={container} className="grid grid-cols-1 items-start gap-3 p-4 2xl:grid-cols-2">
        {epics?.map((epic) => (
          <EpicCard key={epic.id} epic={epic} tasks={tasks.data && (byEpic.get(epic.id) ?? [])} mayWrite={mayWrite} />
        ))}
      </div>
      <TaskKeys container={container} />
      {isCreating && <EpicForm projectId={project.id} onClose={() => setCreating(false)} />}
    </Screen>
  );
}

interface EpicCardProps {
  epic: Epic;
  /** Undefined while they are not known. */
  tasks: readonly Task[] | undefined;
  mayWrite: boolean;
}

function EpicCard({ epic, tasks, mayWrite }: EpicCardProps) {
  const { key } = useThisProject();
  const [dialog, setDialog] = useState<'edit' | 'delete'>();
  const done = tasks?.filter(({ status }) => status === DONE).length ?? 0;
  const dates = [epic.startDate, epic.dueDate].flatMap((date) => (date ? [showDate(date)] : []));
  const entries = () => [
    { text: texts.common.edit, run: () => setDialog('edit') },
    { text: texts.common.delete, isDangerous: true, run: () => setDialog('delete') },
  ];
  return (
    <article aria-label={epic.name} className="panel flex flex-col gap-2 p-4">
      <div className="flex items-center gap-2">
        <ColourDot color={epic.color} />
        <h2 className="min-w-0 font-semibold">
          <Link
            to="/projects/$key/list"
            params={{ key }}
            search={{ epicId: epic.id }}
            className="control flex min-w-0 items-center hover:underline"
          >
            <span className="title">{epic.name}</span>
          </Link>
        </h2>
        <span className="ml-auto text-xs whitespace-nowrap text-muted">{dates.join(' – ')}</span>
        {mayWrite && <ActionsMenu of={epic.name} entries={entries} />}
      </div>
      {epic.description && (
        <div className="text-muted">
          <Markdown text={epic.description} />
        </div>
      )}
      {tasks ? (
        <Progress done={done} of={tasks.length} label={words.progress(showNumber(done), showNumber(tasks.length))} />
      ) : (
        <UnknownNumber isWide />
      )}
      {tasks && tasks.length > 0 && (
        <details className="group">
          <summary className="control flex items-center gap-1 text-sm text-muted hover:text-ink">
            <ChevronRight size={14} aria-hidden className="transition-transform group-open:rotate-90" />
            {texts.common.tasks(tasks.length)}
          </summary>
          <ul className="-mx-2">
            {tasks.map((task) => (
              <TaskRow key={task.id} task={task}>
                {task.assignee && <Avatar name={task.assignee.name} isAlone />}
                <TaskMenu task={task} />
              </TaskRow>
            ))}
          </ul>
        </details>
      )}
      {dialog === 'edit' && <EpicForm projectId={epic.projectId} epic={epic} onClose={() => setDialog(undefined)} />}
      {dialog === 'delete' && (
        <Confirm
          action={texts.common.delete}
          question={words.deleteQuestion(epic.name)}
          onClose={() => setDialog(undefined)}
          onConfirm={async () => {
            await client.deleteEpic({ path: { id: epic.id } });
            await refreshTasks();
          }}
        />
      )}
    </article>
  );
}
