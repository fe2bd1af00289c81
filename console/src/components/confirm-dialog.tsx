import type { ReactNode } from 'react';
import { FormDialog } from './form-dialog.tsx';
import { useSubmit } from './form.tsx';

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

/** The dialog of `Confirm`. */
export default function ConfirmDialog({
  action,
  question,
  isDangerous = true,
  children,
  onConfirm,
  onClose,
}: ConfirmProps) {
  const form = useSubmit(onConfirm, onClose);
  return (
    <FormDialog title={action} action={action} form={form} shown={[]} isDangerous={isDangerous} onClose={onClose}>
      <p className="text-muted">{question}</p>
      {children}
    </FormDialog>
  );
}
