import { useState } from 'react';
import { TextArea, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
import { client } from '../../lib/api.ts';
import { dateOf, fromDate } from '../../lib/format.ts';
import type { Sprint } from '../../lib/model.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import * as projectTexts from '../../lib/texts/project.ts';

/** Makes a sprint, or edits one. */
export function SprintForm({
  projectId,
  sprint,
  onClose,
}: {
  projectId: string;
  sprint?: Sprint;
  onClose: () => void;
}) {
  const [name, setName] = useState(sprint?.name ?? '');
  const [goal, setGoal] = useState(sprint?.goal ?? '');
  const [startDate, setStart] = useState(dateOf(sprint?.startDate ?? null));
  const [endDate, setEnd] = useState(dateOf(sprint?.endDate ?? null));
  const send = () => {
    const body = { name, goal: goal || null, startDate: fromDate(startDate), endDate: fromDate(endDate) };
    return sprint
      ? client.updateSprint({ path: { id: sprint.id }, body })
      : client.createSprint({ body: { ...body, projectId } });
  };
  const form = useSubmit(send, () => {
    void refreshTasks();
    onClose();
  });
  const { planning } = projectTexts;
  return (
    <FormDialog
      title={sprint ? planning.editSprint : planning.newSprint}
      action={sprint ? texts.common.save : planning.createSprint}
      form={form}
      shown={['name', 'goal', 'startDate', 'endDate']}
      onClose={onClose}
    >
      <TextField
        label={planning.name}
        autoFocus
        value={name}
        error={form.errors['name']}
        onChange={({ target }) => setName(target.value)}
      />
      <TextArea
        label={planning.goal}
        rows={2}
        value={goal}
        error={form.errors['goal']}
        onChange={({ target }) => setGoal(target.value)}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={planning.startDate}
          type="date"
          value={startDate}
          error={form.errors['startDate']}
          onChange={({ target }) => setStart(target.value)}
        />
        <TextField
          label={planning.endDate}
          type="date"
          value={endDate}
          error={form.errors['endDate']}
          onChange={({ target }) => setEnd(target.value)}
        />
      </div>
    </FormDialog>
  );
}
