import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useRef, useState } from 'react';
import { Markdown } from '../../components/markdown.tsx';
import { StatusIcon } from '../../components/marks.tsx';
import { TaskFilesProvider } from '../../components/task-files.tsx';
import { TaskLink } from '../../components/task-link.tsx';
import { worksOfTaskQuery } from '../../components/work/work-queries.ts';
import { useAddress } from '../../lib/address.ts';
import { askForField, FIELD_KEYS } from '../../lib/field-focus.ts';
import { useKeys } from '../../lib/keys.ts';
import type { TaskDetail } from '../../lib/model.ts';
import { onDemand } from '../../lib/on-demand.tsx';
import { projectsQuery, useMayWrite, useUser } from '../../lib/queries.ts';
import { changeTask } from '../../lib/task-changes.ts';
import { useSeen } from '../../lib/recent.ts';
import { taskQuery } from '../../lib/task-queries.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import { Activity } from './activity.tsx';
import { Blockers } from './blockers.tsx';
import { Description } from './description.tsx';
import { SlotContext } from './empty-part.tsx';
import { Files } from './files/files.tsx';
import { Properties } from './properties.tsx';
import type { TaskPartProps } from './property.tsx';
import { Subtasks } from './subtasks.tsx';
import { TimeLog } from './time-log.tsx';
import { TitleField } from './title-field.tsx';
import { whenIdle } from './when-idle.tsx';

const Repeats = onDemand<{ task: TaskDetail }>(() => import('../../components/recurrences/repeats.tsx'));
const Asked = onDemand<TaskPartProps>(() => import('./asked.tsx'));
const Watch = whenIdle<TaskPartProps>(() => import('./watch.tsx'));
const MuteColleagues = whenIdle<TaskPartProps>(() => import('./mute-colleagues.tsx'));
const Links = whenIdle<TaskPartProps>(() => import('./links.tsx'));
const Code = whenIdle<TaskPartProps>(() => import('./code.tsx'));
const Later = whenIdle<TaskPartProps>(() => import('./later.tsx'));
const WorkRegion = onDemand<{ task: TaskDetail }>(() => import('../../components/work/work-region.tsx'));

// While the task is read: what comes later moves what stands below it.
void Markdown.prepare();

const KEYS = Object.fromEntries(Object.entries(FIELD_KEYS).map(([key, field]) => [key, () => askForField(field)]));

/**
 * The parts of a task below its description, in their order. Each is a `Section`, or while it is empty an `EmptyPart`, whose button
 * stands in the row of all of them. Those that few tasks need are lazy.
 */
const REGIONS: readonly ComponentType<TaskPartProps>[] = [
  Work,
  Files,
  Subtasks,
  Blockers,
  TimeLog,
  Links,
  Code,
  Later,
  Activity,
];

/** What stands below the properties: what the reader sets for himself. */
const OWN: readonly ComponentType<TaskPartProps>[] = [Watch, MuteColleagues];

/**
 * All of a task, in the drawer, at the side of the inbox and on its own page: title, description and regions are wide, its
 * properties are a column at the right, or below the description where there is no room.
 */
export function TaskView({ task, headingLevel }: { task: TaskDetail; headingLevel: 2 | undefined }) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const project = projects.find(({ id }) => id === task.projectId);
  const mayWrite = useMayWrite(project);
  const { answer } = useAddress();
  const [row, setRow] = useState<HTMLElement | null>(null);
  const user = useUser();
  const takeOver = () => {
    if (user) void changeTask(task, { assigneeId: user.id }, { assignee: { id: user.id, name: user.name } });
  };
  const view = useRef<HTMLDivElement>(null);
  useKeys(mayWrite ? { ...KEYS, i: takeOver } : {}, view);
  useSeen({ text: `${task.tid} ${task.title}`, tid: task.tid });
  const part: TaskPartProps = { task, mayWrite };
  return (
    <TaskFilesProvider task={task} mayAttach={mayWrite}>
      <div ref={view} className="@container p-4 pb-10">
        <div className="grid gap-x-8 gap-y-5 @3xl:grid-cols-[minmax(0,1fr)_17rem] @3xl:grid-rows-[auto_1fr]">
          <div className="flex min-w-0 flex-col gap-3">
            {headingLevel && <h2 className="sr-only">{task.title}</h2>}
            {task.parentId !== null && <ParentLink id={task.parentId} />}
            <TitleField {...part} />
            {task.recurrenceId !== null && <Repeats task={task} />}
            {(task.asked || answer !== undefined) && <Asked {...part} />}
            <Description {...part} />
          </div>
          <div className="flex min-w-0 flex-col gap-4 border-line max-@3xl:border-y max-@3xl:py-3 @3xl:sticky @3xl:top-14 @3xl:col-start-2 @3xl:row-span-2 @3xl:row-start-1 @3xl:self-start @3xl:border-l @3xl:pl-6">
            <Properties {...part} />
            {OWN.map((Own, index) => (
              <Own key={index} {...part} />
            ))}
          </div>
          <div className="flex min-w-0 flex-col gap-6">
            <div ref={setRow} className="-mx-2.5 hidden flex-wrap gap-x-1 has-[button]:flex">
              {REGIONS.map((_, index) => (
                <span key={index} className="contents" />
              ))}
            </div>
            {REGIONS.map((Region, index) => (
              <SlotContext key={index} value={row?.children[index]}>
                <Region {...part} />
              </SlotContext>
            ))}
          </div>
        </div>
      </div>
    </TaskFilesProvider>
  );
}

/** What agents do about it; loaded where one has had it. */
function Work({ task }: TaskPartProps) {
  const { data: works, error } = useQuery(worksOfTaskQuery(task.id));
  if (!error && !task.delegate && !works?.length) return null;
  return <WorkRegion task={task} />;
}

/** The way up. */
function ParentLink({ id }: { id: string }) {
  const { data: parent } = useQuery(taskQuery(id));
  return (
    parent && (
      <p className="flex min-w-0 items-center gap-1.5 text-sm text-muted">
        <span className="shrink-0">{taskTexts.page.subtaskOf}</span>
        <StatusIcon status={parent.status} />
        <TaskLink tid={parent.tid} className="hit flex min-w-0 items-center hover:text-ink">
          <span className="truncate">{`${parent.tid} ${parent.title}`}</span>
        </TaskLink>
      </p>
    )
  );
}
