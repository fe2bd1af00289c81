import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { FormNote, useForm } from '../../components/form.tsx';
import { Section } from '../../components/screen.tsx';
import { TaskRow } from '../../components/task-row.tsx';
import { useWasOpen } from '../../components/use-was-open.ts';
import { client } from '../../lib/api.ts';
import { DONE, type TaskDetail } from '../../lib/model.ts';
import { useHidden } from '../../lib/pending-deletes.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import * as workTexts from '../../lib/texts/work.ts';
import { subtasksQuery } from './queries.ts';

export function Subtasks({ task, mayWrite }: { task: TaskDetail; mayWrite: boolean }) {
  const { data = [] } = useQuery(subtasksQuery(task.id));
  const hidden = useHidden();
  const shown = data.filter(({ id }) => !hidden.has(id));
  const [isAdding, setAdding] = useState(false);
  const wasAdding = useWasOpen(isAdding);
  const done = shown.filter(({ status }) => status === DONE).length;
  return (
    <Section
      title={workTexts.task.subtasks}
      actions={
        <>
          {shown.length > 0 && (
            <span className="text-xs text-muted">{workTexts.task.subtasksDone(done, shown.length)}</span>
          )}
          {mayWrite && !isAdding && (
            <Button look="quiet" autoFocus={wasAdding} onClick={() => setAdding(true)}>
              <Plus size={14} aria-hidden />
              {workTexts.task.addSubtask}
            </Button>
          )}
        </>
      }
    >
      <ul className="-mx-2">
        {shown.map((subtask) => (
          <TaskRow key={subtask.id} task={subtask} />
        ))}
      </ul>
      {isAdding && <AddSubtask task={task} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function AddSubtask({ task, onClose }: { task: TaskDetail; onClose: () => void }) {
  const form = useForm(
    { title: '' },
    ({ title }) => client.createTask({ body: { projectId: task.projectId, parentId: task.id, title } }),
    () => {
      form.clear();
      void refreshTasks();
    },
  );
  return (
    <form className="flex flex-col gap-2" onSubmit={(event) => void form.submit(event)}>
      <TextField label={workTexts.task.subtaskTitle} autoFocus {...form.field('title')} />
      <FormNote {...form} shown={form.names} />
      <div className="flex gap-2">
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {workTexts.task.addSubtask}
        </Button>
        <Button onClick={onClose}>{texts.common.done}</Button>
      </div>
    </form>
  );
}
