import { TextArea, TextField } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useForm } from './form.tsx';
import { client } from '../lib/api.ts';
import { dateOf, fromDate } from '../lib/format.ts';
import type { Sprint } from '../lib/model.ts';
import { refreshTasks } from '../lib/tasks.ts';
import * as planningTexts from '../lib/texts/planning.texts.ts';
import { texts } from '../lib/texts.ts';

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
  const initial = {
    name: sprint?.name ?? '',
    goal: sprint?.goal ?? '',
    startDate: dateOf(sprint?.startDate ?? null),
    endDate: dateOf(sprint?.endDate ?? null),
  };
  const send = ({ name, goal, startDate, endDate }: typeof initial) => {
    const body = { name, goal: goal || null, startDate: fromDate(startDate), endDate: fromDate(endDate) };
    return sprint
      ? client.updateSprint({ path: { id: sprint.id }, body })
      : client.createSprint({ body: { ...body, projectId } });
  };
  const form = useForm(initial, send, () => {
    void refreshTasks();
    onClose();
  });
  const { planning } = planningTexts;
  return (
    <FormDialog
      title={sprint ? planning.editSprint : planning.newSprint}
      action={sprint ? texts.common.save : planning.createSprint}
      form={form}
      shown={form.names}
      onClose={onClose}
    >
      <TextField label={planning.name} autoFocus {...form.field('name')} />
      <TextArea label={planning.goal} rows={2} {...form.field('goal')} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={planning.startDate} type="date" {...form.field('startDate')} />
        <TextField label={planning.endDate} type="date" {...form.field('endDate')} />
      </div>
    </FormDialog>
  );
}
