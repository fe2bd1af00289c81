import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { Checkbox } from '../../components/choice-fields.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
import { Picker } from '../../components/picker.tsx';
import { client } from '../../lib/api.ts';
import { cx } from '../../lib/cx.ts';
import type { Leaving } from '../../lib/opening.ts';
import { projectsQuery } from '../../lib/queries.ts';
import { selection } from '../../lib/selection.ts';
import { inBatches, refreshTasks } from '../../lib/tasks.ts';
import { texts } from '../../lib/texts.ts';
import { transfer as words } from '../../lib/texts/transfer.texts.ts';
import { showToast } from '../../lib/toasts.ts';

/** Where tasks are to go, and what they lose by it. */
export function TransferTasks({ tasks, onClose }: { tasks: Leaving; onClose: () => void }) {
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
      <div className="flex flex-col gap-1">
        <span aria-hidden className="text-sm font-medium">
          {words.project}
        </span>
        <Picker
          label={words.project}
          options={projects.map(({ id, name }) => ({ value: id, label: name }))}
          selected={project ? [project.id] : []}
          isField
          onChange={([id = '']) => setProjectId(id)}
          className="field control flex items-center justify-between gap-2 text-left"
        >
          <span className={cx('min-w-0 truncate', !project && 'text-muted')}>{project?.name ?? words.choose}</span>
          <ChevronDown size={14} aria-hidden className="shrink-0" />
        </Picker>
      </div>
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
