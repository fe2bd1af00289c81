import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { TaskFilesProvider } from '../../components/task-files.tsx';
import { askForField, FIELD_KEYS } from '../../lib/field-focus.ts';
import { useKeys } from '../../lib/keys.ts';
import { load } from '../../lib/loading.ts';
import type { TaskDetail } from '../../lib/model.ts';
import { projectsQuery, useMayWrite } from '../../lib/queries.ts';
import { Blockers } from './blockers.tsx';
import { Comments } from './comments.tsx';
import { Description } from './description.tsx';
import { Fields } from './fields.tsx';
import { History } from './history.tsx';
import { Subtasks } from './subtasks.tsx';
import { TimeLog } from './time-log.tsx';
import { TitleField } from './title-field.tsx';
import { Watch } from './watch.tsx';

const Files = lazy(() => load(() => import('./files/files.tsx')));

const KEYS = Object.fromEntries(Object.entries(FIELD_KEYS).map(([key, field]) => [key, () => askForField(field)]));

/** All of a task, in the drawer and on its own page. */
export function TaskView({ task, headingLevel }: { task: TaskDetail; headingLevel: 2 | undefined }) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const project = projects.find(({ id }) => id === task.projectId);
  const mayWrite = useMayWrite(project);
  useKeys(KEYS, { inDialogs: true });
  return (
    <TaskFilesProvider task={task} mayAttach={mayWrite}>
      <div className="flex flex-col gap-5 p-4 pb-10">
        <div className="flex flex-col gap-3">
          {headingLevel && <h2 className="sr-only">{task.title}</h2>}
          <TitleField task={task} mayWrite={mayWrite} />
          <Fields task={task} mayWrite={mayWrite} />
          <Watch task={task} />
        </div>
        <Description task={task} mayWrite={mayWrite} />
        <Suspense>
          <Files task={task} mayWrite={mayWrite} />
        </Suspense>
        <Subtasks task={task} mayWrite={mayWrite} />
        <Blockers task={task} mayWrite={mayWrite} />
        <TimeLog task={task} mayWrite={mayWrite} />
        <Comments task={task} mayWrite={mayWrite} />
        <History task={task} />
      </div>
    </TaskFilesProvider>
  );
}
