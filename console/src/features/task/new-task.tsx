import { useChangeAddress, useNames } from '../../lib/address.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { SelectField, TextArea, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
import { showToast } from '../../lib/toasts.ts';
import { client } from '../../lib/api.ts';
import { fromDate } from '../../lib/format.ts';
import type { Priority } from '../../lib/model.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import * as workTexts from '../../lib/texts/work.ts';
import { useFieldChoices } from './field-choices.ts';
import { LabelsField } from './labels-field.tsx';

interface NewTaskProps {
  projectId?: string;
  defaults?: Readonly<Record<string, string>>;
  onClose: () => void;
}

const EMPTY = {
  title: '',
  description: '',
  status: 'Backlog',
  priority: 'None',
  assigneeId: '',
  sprintId: '',
  epicId: '',
  points: '',
  dueDate: '',
};

/** From anywhere, into the project that is open. */
export function NewTask({ projectId: given, defaults, onClose }: NewTaskProps) {
  const changeAddress = useChangeAddress();
  const { key } = useNames();
  const { data: all = [] } = useQuery(projectsQuery);
  const projects = all.filter(({ status }) => status === 'active');
  const present = projects.find((project) => project.key === key?.toUpperCase()) ?? projects[0];
  const [chosen, choose] = useState(given);
  const projectId = chosen ?? present?.id ?? '';
  const [values, setValues] = useState({ ...EMPTY, ...defaults });
  const [labelIds, setLabels] = useState<string[]>([]);
  const choices = useFieldChoices(projectId);
  const set = (name: keyof typeof EMPTY) => ({
    value: values[name],
    onChange: ({ target }: { target: { value: string } }) => setValues({ ...values, [name]: target.value }),
  });
  const send = () => {
    const { title, status, priority, points } = values;
    return client.createTask({
      body: {
        projectId,
        title,
        status,
        priority: priority as Priority,
        description: values.description || null,
        assigneeId: values.assigneeId || null,
        sprintId: values.sprintId || null,
        epicId: values.epicId || null,
        estimatedHours: points === '' ? null : Number(points),
        dueDate: fromDate(values.dueDate),
        labelIds,
      },
    });
  };
  const form = useSubmit(send, ({ tid }) => {
    void refreshTasks();
    onClose();
    const open = () => changeAddress({ task: tid });
    showToast(workTexts.task.created(tid), { link: { text: texts.common.open, open } });
  });
  const { errors } = form;
  return (
    <FormDialog
      title={texts.shell.newTask}
      action={workTexts.task.create}
      form={form}
      shown={[...Object.keys(EMPTY), 'projectId', 'estimatedHours']}
      size="lg"
      onClose={onClose}
    >
      <TextField label={workTexts.task.title} autoFocus error={errors['title']} {...set('title')} />
      <TextArea label={workTexts.task.description} error={errors['description']} {...set('description')} />
      <div className="grid grid-cols-2 gap-3 sm:grid-cols-3">
        <SelectField
          label={workTexts.task.project}
          choices={projects.map(({ id, name }) => ({ value: id, label: name }))}
          value={projectId}
          error={errors['projectId']}
          onChange={({ target }) => {
            choose(target.value);
            setValues({ ...values, sprintId: '', epicId: '' });
          }}
        />
        <SelectField
          label={workTexts.task.status}
          choices={choices.statuses}
          error={errors['status']}
          {...set('status')}
        />
        <SelectField
          label={workTexts.task.priority}
          choices={choices.priorities}
          error={errors['priority']}
          {...set('priority')}
        />
        <SelectField
          label={workTexts.task.assignee}
          choices={choices.people}
          error={errors['assigneeId']}
          {...set('assigneeId')}
        />
        <SelectField
          label={workTexts.task.sprint}
          choices={choices.sprints}
          error={errors['sprintId']}
          {...set('sprintId')}
        />
        <SelectField label={workTexts.task.epic} choices={choices.epics} error={errors['epicId']} {...set('epicId')} />
        <TextField
          label={workTexts.task.points}
          type="number"
          step="any"
          error={errors['estimatedHours']}
          {...set('points')}
        />
        <TextField label={workTexts.task.dueDate} type="date" error={errors['dueDate']} {...set('dueDate')} />
        <LabelsField labels={choices.labels} selected={labelIds} onChange={setLabels} />
      </div>
    </FormDialog>
  );
}
