import { Link2, Trash2 } from 'lucide-react';
import { Button, IconButton } from '../../components/button.tsx';
import { showToast } from '../../components/toasts.tsx';
import type { TaskDetail } from '../../lib/model.ts';
import { mayWriteTask } from '../../lib/queries.ts';
import { linkTo, removeTask } from '../../lib/task-actions.ts';
import { texts } from '../../lib/texts.ts';
import * as workTexts from '../../lib/texts/work.ts';

export function TaskActions({ task, onDelete }: { task: TaskDetail; onDelete: () => void }) {
  const mayWrite = mayWriteTask(task);
  const copy = async () => {
    await navigator.clipboard.writeText(linkTo(task.tid));
    showToast(workTexts.task.copied);
  };
  const remove = () => {
    removeTask(task);
    onDelete();
  };
  return (
    <>
      <Button look="quiet" onClick={() => void copy()}>
        <Link2 size={14} aria-hidden />
        {workTexts.task.copyLink}
      </Button>
      {mayWrite && (
        <IconButton label={texts.common.delete} onClick={remove}>
          <Trash2 size={15} aria-hidden />
        </IconButton>
      )}
    </>
  );
}
