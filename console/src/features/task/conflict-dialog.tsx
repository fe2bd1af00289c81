import { Button } from '../../components/button.tsx';
import { DialogBody, Modal } from '../../components/modal.tsx';
import { texts } from '../../lib/texts.ts';
import type { Conflict } from './use-text-edit.ts';

interface ConflictDialogProps {
  field: string;
  conflict: Conflict;
  onKeep: () => void;
  onTake: () => void;
  onClose: () => void;
}

/** Two people have written the same text: nothing of either is lost. */
export function ConflictDialog({ field, conflict, onKeep, onTake, onClose }: ConflictDialogProps) {
  return (
    <Modal title={texts.task.changedMeanwhile} size="lg" onClose={onClose}>
      <DialogBody>
        <p className="text-muted">{texts.task.conflict(field)}</p>
        <div className="grid gap-3 sm:grid-cols-2">
          <Version title={texts.task.mine} text={conflict.mine} />
          <Version title={texts.task.theirs} text={conflict.theirs} />
        </div>
        <div className="flex justify-end gap-2">
          <Button onClick={onTake}>{texts.task.takeTheirs}</Button>
          <Button look="primary" onClick={onKeep}>
            {texts.task.keepMine}
          </Button>
        </div>
      </DialogBody>
    </Modal>
  );
}

function Version({ title, text }: { title: string; text: string }) {
  return (
    <section aria-label={title} className="flex min-w-0 flex-col gap-1">
      <h3 className="text-sm font-semibold">{title}</h3>
      <pre
        tabIndex={0}
        className="scroll-thin max-h-64 overflow-auto rounded-md bg-sunken p-2 font-sans text-sm whitespace-pre-wrap"
      >
        {text || texts.task.empty}
      </pre>
    </section>
  );
}
