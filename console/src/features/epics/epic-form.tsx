import { useState } from 'react';
import { TextArea, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
import { client } from '../../lib/api.ts';
import { dateOf, fromDate } from '../../lib/format.ts';
import type { Epic } from '../../lib/model.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import * as projectTexts from '../../lib/texts/project.ts';

const { epics: words } = projectTexts;
const FIRST_COLOUR = '#4450C4';

export function EpicForm({ projectId, epic, onClose }: { projectId: string; epic?: Epic; onClose: () => void }) {
  const [name, setName] = useState(epic?.name ?? '');
  const [description, setDescription] = useState(epic?.description ?? '');
  const [color, setColor] = useState(epic?.color ?? FIRST_COLOUR);
  const [startDate, setStart] = useState(dateOf(epic?.startDate ?? null));
  const [dueDate, setDue] = useState(dateOf(epic?.dueDate ?? null));
  const send = () => {
    const body = {
      name,
      description: description || null,
      color,
      startDate: fromDate(startDate),
      dueDate: fromDate(dueDate),
    };
    return epic
      ? client.updateEpic({ path: { id: epic.id }, body })
      : client.createEpic({ body: { ...body, projectId } });
  };
  const form = useSubmit(send, () => {
    void refreshTasks();
    onClose();
  });
  const { errors } = form;
  return (
    <FormDialog
      title={epic ? texts.common.edit : words.newEpic}
      action={epic ? texts.common.save : words.createEpic}
      form={form}
      shown={['name', 'description', 'startDate', 'dueDate', 'color']}
      onClose={onClose}
    >
      <TextField
        label={words.name}
        autoFocus
        value={name}
        error={errors['name']}
        onChange={({ target }) => setName(target.value)}
      />
      <TextArea
        label={words.description}
        value={description}
        error={errors['description']}
        onChange={({ target }) => setDescription(target.value)}
      />
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label={words.startDate}
          type="date"
          value={startDate}
          error={errors['startDate']}
          onChange={({ target }) => setStart(target.value)}
        />
        <TextField
          label={words.dueDate}
          type="date"
          value={dueDate}
          error={errors['dueDate']}
          onChange={({ target }) => setDue(target.value)}
        />
        <TextField
          label={words.color}
          type="color"
          value={color}
          error={errors['color']}
          onChange={({ target }) => setColor(target.value)}
        />
      </div>
    </FormDialog>
  );
}
