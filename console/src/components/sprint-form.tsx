import { TextArea, TextField } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import { useForm } from './form.tsx';
import { client } from '../lib/api.ts';
import { dateOf, fromDate } from '../lib/format.ts';
import type { Sprint } from '../lib/model.ts';
import { sprintAfter } from '../lib/sprints.ts';
import { refreshTasks } from '../lib/tasks.ts';
import * as planningTexts from '../lib/texts/planning.texts.ts';
import { texts } from '../lib/texts.ts';

/** Makes a sprint, or edits one. */
export function SprintForm({
  projectId,
  sprint,
  last,
  onClose,
}: {
  projectId: string;
  sprint?: Sprint;
  /** The one that a new sprint follows. */
  last?: Sprint | undefined;
  onClose: () => void;
}) {
  const { name, startDate, endDate } = sprint ?? sprintAfter(last, planningTexts.planning.sprint);
  const initial = { name, goal: sprint?.goal ?? '', startDate: dateOf(startDate), endDate: dateOf(endDate) };
  const send = ({ goal, ...given }: typeof initial) => {
    const dates = { startDate: fromDate(given.startDate), endDate: fromDate(given.endDate) };
    const body = { name: given.name, goal: goal || null, ...dates };
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
