import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DuplicatedPart } from 'project-management-sdk';
import { Checkbox } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { useChangeAddress } from '../../lib/address.ts';
import { client } from '../../lib/api.ts';
import type { ActedTasks } from '../../lib/opening.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { refreshTasks } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import { duplicate as words } from '../../lib/texts/duplicate.texts.ts';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { ProjectField } from './project-field.tsx';

const PARTS = Object.keys(words.parts) as DuplicatedPart[];

/** What comes along when tasks are made once more. */
export function DuplicateTasks({ tasks, onClose }: { tasks: ActedTasks; onClose: () => void }) {
  const { data: all = [] } = useQuery(projectsQuery);
  const projects = all.filter(({ status }) => status === 'active');
  const [projectId, setProjectId] = useState(tasks.projectId);
  const [parts, setParts] = useState<readonly DuplicatedPart[]>(PARTS.filter((part) => part !== 'dates'));
  const changeAddress = useChangeAddress();
  const send = async ({ title }: { title: string }) => {
    const isRenamed = tasks.title !== undefined && title !== tasks.title;
    const body = { with: [...parts], ...(projectId && { projectId }), ...(isRenamed && { title }) };
    const made = [];
    for (const id of await tasks.read()) made.push(await client.duplicateTask({ path: { id }, body }));
    return made;
  };
  const form = useForm({ title: tasks.title ?? '' }, send, (made) => {
    void refreshTasks();
    const [{ tid } = { tid: '' }] = made;
    const name = tasks.title === undefined ? texts.common.tasks(made.length) : tid;
    const link = { text: texts.common.open, open: () => changeAddress({ task: tid }) };
    showToast(taskTexts.page.created(name), made.length === 1 ? { link } : {});
    onClose();
  });
  const toggle = (part: DuplicatedPart, isOn: boolean) =>
    setParts((now) => PARTS.filter((one) => (one === part ? isOn : now.includes(one))));
  return (
    <FormDialog
      title={texts.common.duplicate}
      action={texts.common.duplicate}
      form={form}
      shown={form.names}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{tasks.name}</p>
      {tasks.title !== undefined && <TextField label={taskTexts.page.title} autoFocus {...form.field('title')} />}
      <ProjectField projects={projects} projectId={projectId} placeholder={words.ownProject} onChange={setProjectId} />
      {PARTS.map((part) => (
        <Checkbox
          key={part}
          label={words.parts[part]}
          checked={parts.includes(part)}
          onChange={({ target }) => toggle(part, target.checked)}
        />
      ))}
      <p className="text-sm text-muted">{words.left}</p>
    </FormDialog>
  );
}
