import { useQuery } from '@tanstack/react-query';
import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { Button, IconButton } from '../../components/button.tsx';
import { TaskLink } from '../../components/task-link.tsx';
import { useWasOpen } from '../../components/use-was-open.ts';
import type { TaskDetail } from '../../lib/model.ts';
import { changeTask, taskQuery } from '../../lib/tasks.ts';
import * as workTexts from '../../lib/texts/work.ts';
import { FindTask } from './find-task.tsx';

/** The task that this one is a subtask of; another one of the project, or none. */
export function ParentField({ task, mayWrite }: { task: TaskDetail; mayWrite: boolean }) {
  const { id, parentId, projectId } = task;
  const { data: parent } = useQuery({ ...taskQuery(parentId ?? ''), enabled: parentId !== null });
  const [isChoosing, setChoosing] = useState(false);
  const wasChoosing = useWasOpen(isChoosing || parentId !== null);
  const choose = (chosen: string | null) => {
    setChoosing(false);
    void changeTask(task, { parentId: chosen });
  };
  return (
    <div role="group" aria-label={workTexts.task.parent} className="col-span-full flex min-w-0 flex-col gap-1">
      <span className="text-sm font-medium">{workTexts.task.parent}</span>
      {parentId === null && !mayWrite && <p className="text-muted">{workTexts.task.noParent}</p>}
      {parentId !== null && parent && (
        <div className="flex min-w-0 items-center gap-1">
          <TaskLink
            tid={parent.tid}
            className="control flex min-w-0 items-center text-accent-text underline underline-offset-2"
          >
            <span className="truncate">{`${parent.tid} ${parent.title}`}</span>
          </TaskLink>
          {mayWrite && (
            <IconButton label={workTexts.task.removeParent} onClick={() => choose(null)}>
              <X size={14} aria-hidden />
            </IconButton>
          )}
        </div>
      )}
      {parentId === null && mayWrite && !isChoosing && (
        <Button className="self-start" autoFocus={wasChoosing} onClick={() => setChoosing(true)}>
          <Plus size={14} aria-hidden />
          {workTexts.task.setParent}
        </Button>
      )}
      {isChoosing && <FindTask projectId={projectId} not={[id]} onFound={choose} onClose={() => setChoosing(false)} />}
    </div>
  );
}
