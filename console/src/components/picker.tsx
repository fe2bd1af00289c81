import { type ComponentProps, type ReactNode, useRef, useState } from 'react';
import { FIELD_KEYS } from '../lib/field-focus.ts';
import { keyOf } from '../lib/keys.ts';
import { texts } from '../lib/texts.ts';
import { overlay } from '../lib/on-demand.tsx';
import type { Option, PickerListProps } from './picker-list.tsx';

const PickerList = overlay(() => import('./picker-list.tsx'));

export type { Option };

/** The keys of the fields. */
const KEYS = Object.fromEntries(Object.entries(FIELD_KEYS).map(([key, field]): [string, string] => [field, key]));

interface PickerProps
  extends
    Omit<PickerListProps, 'anchor' | 'onClose'>,
    Pick<ComponentProps<'button'>, 'id' | 'aria-invalid' | 'aria-describedby'> {
  isDisabled?: boolean;
  /** Which field of a task it is, for the keys. */
  field?: string;
  /** It shows the value of a field: a combobox. */
  isField?: boolean;
  className?: string;
  children: ReactNode;
}

/** A button that opens a list to choose from; long lists have a box to filter them. */
export function Picker({ label, isDisabled = false, field, className, children, id, ...rest }: PickerProps) {
  const { 'aria-invalid': isInvalid, 'aria-describedby': describedBy, isField = false, ...list } = rest;
  const [isOpen, setOpen] = useState(false);
  // While it is open the box in the list is the combobox.
  const role = isField && (isOpen ? { 'aria-hidden': true, tabIndex: -1 } : { role: 'combobox', 'aria-label': label });
  const button = useRef<HTMLButtonElement>(null);
  const close = (withFocus: boolean) => {
    setOpen(false);
    if (withFocus) button.current?.focus();
  };
  return (
    <span className="relative inline-flex max-w-full min-w-0">
      <button
        ref={button}
        type="button"
        id={id}
        aria-invalid={isInvalid}
        aria-describedby={describedBy}
        data-field={field}
        title={KEYS[field ?? ''] && texts.common.withKey(label, KEYS[field ?? ''] ?? '')}
        aria-label={isField ? undefined : label}
        aria-haspopup="listbox"
        aria-expanded={isOpen}
        {...role}
        disabled={isDisabled}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (keyOf(event) !== 'ArrowDown') return;
          event.preventDefault();
          setOpen(true);
        }}
        className={className}
      >
        {children}
      </button>
      {isOpen && <PickerList {...list} label={label} anchor={button} onClose={close} />}
    </span>
  );
}
