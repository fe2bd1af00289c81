import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { closeOnEscape } from '../../components/close-on-escape.ts';
import { TextField } from '../../components/field.tsx';
import { FormNote, useForm } from '../../components/form.tsx';
import { Picker } from '../../components/picker.tsx';
import { Read } from '../../components/read.tsx';
import { Section } from '../../components/screen.tsx';
import { useTaskEditors } from '../../components/task-editors.tsx';
import { TaskRow } from '../../components/task-row.tsx';
import { useWasOpen } from '../../components/use-was-open.ts';
import { client } from '../../lib/api.ts';
import { DONE, type TaskDetail } from '../../lib/model.ts';
import { useHidden } from '../../lib/pending-deletes.ts';
import { queryClient } from '../../lib/query-client.ts';
import { changeTask } from '../../lib/task-changes.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import { list } from '../../lib/texts/list.texts.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import * as workTexts from '../../lib/texts/work.texts.ts';
import { EmptyPart } from './empty-part.tsx';
import { subtasksQuery } from './queries.ts';
import type { TaskPartProps } from './property.tsx';

export function Subtasks({ task, mayWrite }: TaskPartProps) {
  const subtasks = useQuery(subtasksQuery(task.id));
  const { status: editor } = useTaskEditors(task.projectId);
  const hidden = useHidden();
  const shown = subtasks.data?.filter(({ id }) => !hidden.has(id)) ?? [];
  const [isAdding, setAdding] = useState(false);
  const wasAdding = useWasOpen(isAdding);
  const done = shown.filter(({ status }) => status === DONE).length;
  if (!isAdding && !subtasks.error && shown.length === 0)
    return (
      mayWrite &&
      subtasks.data && <EmptyPart text={taskTexts.page.addSubtask} wasOpen={wasAdding} onAdd={() => setAdding(true)} />
    );
  return (
    <Section
      title={taskTexts.page.subtasks}
      actions={
        <>
          {shown.length > 0 && (
            <span className="text-xs text-muted">{taskTexts.page.subtasksDone(done, shown.length)}</span>
          )}
          {mayWrite && !isAdding && (
            <Button look="quiet" autoFocus={wasAdding} onClick={() => setAdding(true)}>
              <Plus size={14} aria-hidden />
              {taskTexts.page.addSubtask}
            </Button>
          )}
        </>
      }
    >
      <Read query={subtasks}>
        {() => (
          <ul className="-mx-2">
            {shown.map((subtask) => (
              <TaskRow key={subtask.id} task={subtask}>
                <Picker
                  label={list.cell(subtask.status, workTexts.task.status, subtask.tid)}
                  options={editor.options}
                  selected={editor.selected(subtask)}
                  isDisabled={!mayWrite}
                  onChange={(values) => void changeTask(subtask, ...editor.change(values))}
                  className="hit max-w-32 truncate rounded-md px-1.5 text-xs text-muted hover:bg-raised disabled:cursor-default"
                >
                  {subtask.status}
                </Picker>
              </TaskRow>
            ))}
          </ul>
        )}
      </Read>
      {isAdding && <AddSubtask task={task} onClose={() => setAdding(false)} />}
    </Section>
  );
}

function AddSubtask({ task, onClose }: { task: TaskDetail; onClose: () => void }) {
  const form = useForm(
    { title: '' },
    ({ title }) => client.createTask({ body: { projectId: task.projectId, parentId: task.id, title } }),
    (created) => {
      form.clear();
      // It is seen before all is read again.
      queryClient.setQueryData(subtasksQuery(task.id).queryKey, (before) => before && [...before, created]);
      void refreshTasks();
    },
  );
  return (
    <form
      className="flex flex-col gap-2"
      onSubmit={(event) => void form.submit(event)}
      onKeyDown={closeOnEscape(onClose)}
    >
      <TextField label={taskTexts.page.subtaskTitle} autoFocus {...form.field('title')} />
      <FormNote {...form} shown={form.names} />
      <div className="flex gap-2">
        <Button type="submit" look="primary" isBusy={form.isBusy}>
          {taskTexts.page.addSubtask}
        </Button>
        <Button onClick={onClose}>{texts.common.done}</Button>
      </div>
    </form>
  );
}
