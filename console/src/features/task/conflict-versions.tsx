import { Button } from '../../components/button.tsx';
import { DialogBody, Modal } from '../../components/modal.tsx';
import * as taskTexts from '../../lib/texts/task.texts.ts';
import type { Conflict } from './use-text-edit.ts';

interface ConflictDialogProps {
  field: string;
  conflict: Conflict;
  onKeep: () => void;
  onTake: () => void;
  /** Both texts, to be made one by hand. */
  onEditBoth: () => void;
}

/** Both texts, side by side. */
export default function ConflictVersions({ field, conflict, onKeep, onTake, onEditBoth }: ConflictDialogProps) {
  return (
    <Modal title={taskTexts.page.changedMeanwhile} size="lg">
      <DialogBody>
        <p className="text-muted">{taskTexts.page.conflict(field, conflict.who)}</p>
        <div className="grid gap-3 sm:grid-cols-2">
          <Version title={taskTexts.page.mine} text={conflict.mine} />
          <Version title={taskTexts.page.theirs} text={conflict.theirs} />
        </div>
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onTake}>{taskTexts.page.takeTheirs}</Button>
          <Button onClick={onEditBoth}>{taskTexts.page.editBoth}</Button>
          <Button look="primary" onClick={onKeep}>
            {taskTexts.page.keepMine}
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
        {text || taskTexts.page.empty}
      </pre>
    </section>
  );
}
