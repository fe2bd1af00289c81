import { Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { copyText } from '../lib/clipboard.ts';
import { texts } from '../lib/texts.ts';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';
import { DialogBody } from './modal.tsx';
import { Note } from './states.tsx';

interface ShownOnceProps {
  label: string;
  value: string;
  warning: string;
  copy: string;
  copied: string;
  onDone: () => void;
  /** What it is used for. */
  children?: ReactNode;
}

/** A secret that nobody can read again. */
export function ShownOnce({ label, value, warning, copy, copied, onDone, children }: ShownOnceProps) {
  return (
    <DialogBody>
      <Note tone="warning">{warning}</Note>
      <TextField label={label} readOnly value={value} onFocus={({ target }) => target.select()} />
      {children}
      <div className="flex justify-end gap-2">
        <Button onClick={() => void copyText(value, copied)}>
          <Copy size={14} aria-hidden />
          {copy}
        </Button>
        <Button look="primary" onClick={onDone}>
          {texts.common.done}
        </Button>
      </div>
    </DialogBody>
  );
}
