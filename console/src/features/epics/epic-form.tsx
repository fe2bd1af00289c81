import { TextArea, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { client } from '../../lib/api.ts';
import { dateOf, fromDate } from '../../lib/format.ts';
import type { Epic } from '../../lib/model.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import * as epicsTexts from '../../lib/texts/epics.texts.ts';

const { epics: words } = epicsTexts;
const FIRST_COLOUR = '#4450C4';

export function EpicForm({ projectId, epic, onClose }: { projectId: string; epic?: Epic; onClose: () => void }) {
  const initial = {
    name: epic?.name ?? '',
    description: epic?.description ?? '',
    color: epic?.color ?? FIRST_COLOUR,
    startDate: dateOf(epic?.startDate ?? null),
    dueDate: dateOf(epic?.dueDate ?? null),
  };
  const send = ({ description, startDate, dueDate, ...rest }: typeof initial) => {
    const body = {
      ...rest,
      description: description || null,
      startDate: fromDate(startDate),
      dueDate: fromDate(dueDate),
    };
    return epic
      ? client.updateEpic({ path: { id: epic.id }, body })
      : client.createEpic({ body: { ...body, projectId } });
  };
  const form = useForm(initial, send, () => {
    void refreshTasks();
    onClose();
  });
  return (
    <FormDialog
      title={epic ? texts.common.edit : words.newEpic}
      action={epic ? texts.common.save : words.createEpic}
      form={form}
      shown={form.names}
      onClose={onClose}
    >
      <TextField label={words.name} autoFocus {...form.field('name')} />
      <TextArea label={words.description} {...form.field('description')} />
      <div className="grid grid-cols-2 gap-3">
        <TextField label={words.startDate} type="date" {...form.field('startDate')} />
        <TextField label={words.dueDate} type="date" {...form.field('dueDate')} />
        <TextField label={words.color} type="color" {...form.field('color')} />
      </div>
    </FormDialog>
  );
}
