import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { FormNote, useSubmit } from './form.tsx';
import { DialogBody, DialogFoot, Modal } from './modal.tsx';

interface ConfirmProps {
  /** The name of what opened it, of the dialog and of the button that does it. */
  action: string;
  /** What is lost, or what happens. */
  question: string;
  isDangerous?: boolean;
  children?: ReactNode;
  onConfirm: () => Promise<unknown>;
  onClose: () => void;
}

/** Asks once, and says what is lost (console 1.13). */
export function Confirm({ action, question, isDangerous = true, children, onConfirm, onClose }: ConfirmProps) {
  const form = useSubmit(onConfirm, onClose);
  return (
    <Modal title={action} onClose={onClose}>
      <form onSubmit={(event) => void form.submit(event)}>
        <DialogBody>
          <p className="text-muted">{question}</p>
          {children}
          <FormNote {...form} shown={[]} />
          <DialogFoot onCancel={onClose}>
            <Button type="submit" look={isDangerous ? 'danger' : 'primary'} isBusy={form.isBusy}>
              {action}
            </Button>
          </DialogFoot>
        </DialogBody>
      </form>
    </Modal>
  );
}
