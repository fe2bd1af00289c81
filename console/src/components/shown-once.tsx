import { Copy } from 'lucide-react';
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
}

/** A secret that nobody can read again. */
export function ShownOnce({ label, value, warning, copy, copied, onDone }: ShownOnceProps) {
  return (
    <DialogBody>
      <Note tone="warning">{warning}</Note>
      <TextField label={label} readOnly value={value} onFocus={({ target }) => target.select()} />
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
