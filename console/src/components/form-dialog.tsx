import type { KeyboardEvent, ReactNode } from 'react';
import { keyOf } from '../lib/keys.ts';
import { Button } from './button.tsx';
import { FormNote } from './form.tsx';
import { DialogBody, DialogFoot, Modal } from './modal.tsx';
import { RestoreDraft } from './restore-draft.tsx';
import { type DraftedForm, useFormDraft } from './use-form-draft.ts';

interface FormDialogProps {
  title: string;
  /** What its confirming button says. */
  action: string;
  form: DraftedForm;
  /** The fields at which errors stand; those of others stand above the buttons. */
  shown: readonly string[];
  size?: 'md' | 'lg';
  /** There is nothing to send yet. */
  isIncomplete?: boolean;
  isDangerous?: boolean;
  /** Stands at the foot, before the buttons. */
  beside?: ReactNode;
  onClose: () => void;
  /** Closes it and gives up what was typed, where closing alone keeps that. */
  onCancel?: () => void;
  children: ReactNode;
}

/** A dialog that asks for something and sends it. */
export function FormDialog({
  title,
  action,
  form,
  shown,
  size,
  isIncomplete = false,
  isDangerous = false,
  beside,
  onClose,
  onCancel = onClose,
  children,
}: FormDialogProps) {
  const draft = useFormDraft(title, form);
  const leave = () => {
    draft.leave();
    onClose();
  };
  return (
    <Modal title={title} {...(size && { size })} onClose={leave}>
      <form noValidate onSubmit={(event) => void form.submit(event)} onKeyDown={sendOnEnter}>
        <DialogBody>
          <RestoreDraft offered={draft.offered} onRestore={draft.restore} />
          {children}
          <FormNote {...form} shown={shown} />
          <DialogFoot beside={beside} onCancel={onCancel}>
            <Button
              type="submit"
              look={isDangerous ? 'danger' : 'primary'}
              isBusy={form.isBusy}
              disabled={isIncomplete}
            >
              {action}
            </Button>
          </DialogFoot>
        </DialogBody>
      </form>
    </Modal>
  );
}

/** Ctrl or ⌘ Enter sends from every field. */
function sendOnEnter(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.defaultPrevented || keyOf(event) !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
  event.preventDefault();
  event.currentTarget.requestSubmit();
}
