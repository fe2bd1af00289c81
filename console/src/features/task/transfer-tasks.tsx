import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Checkbox } from '../../components/choice-fields.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
import { client } from '../../lib/api.ts';
import type { ActedTasks } from '../../lib/opening.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { selection } from '../../lib/selection.ts';
import { inBatches, refreshTasks } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import { transfer as words } from '../../lib/texts/transfer.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { ProjectField } from './project-field.tsx';

/** Where tasks are to go, and what they lose by it. */
export function TransferTasks({ tasks, onClose }: { tasks: ActedTasks; onClose: () => void }) {
  const { data: all = [] } = useQuery(projectsQuery);
  const projects = all.filter(({ id, status }) => status === 'active' && id !== tasks.projectId);
  const [projectId, setProjectId] = useState('');
  const [isWithSubtasks, setWithSubtasks] = useState(true);
  const project = projects.find(({ id }) => id === projectId);
  const send = async () => {
    const ids = await tasks.read();
    const subtasks = isWithSubtasks ? 'with' : 'stay';
    for (const batch of inBatches(ids)) await client.bulkTransferTasks({ body: { ids: batch, projectId, subtasks } });
    return ids;
  };
  const form = useSubmit(send, (ids) => {
    const present = selection.present();
    if (present.isAll || ids.some((id) => present.ids.has(id))) selection.clear();
    void refreshTasks();
    showToast(words.moved(tasks.name, project?.name ?? ''));
    onClose();
  });
  return (
    <FormDialog
      title={texts.common.moveToProject}
      action={texts.common.moveToProject}
      form={form}
      shown={[]}
      isIncomplete={!project}
      onClose={onClose}
    >
      <p className="text-sm text-muted">{tasks.name}</p>
      <ProjectField projects={projects} projectId={projectId} placeholder={words.choose} onChange={setProjectId} />
      <Checkbox
        label={words.withSubtasks}
        checked={isWithSubtasks}
        onChange={({ target }) => setWithSubtasks(target.checked)}
      />
      <p className="text-sm text-muted">{words.lost}</p>
      <p className="text-sm text-muted">{words.kept}</p>
    </FormDialog>
  );
}
