import { type ReactNode, useRef, useState } from 'react';
import { keyOf } from '../lib/keys.ts';
import { overlay } from '../lib/on-demand.tsx';

const PickerList = overlay(() => import('./picker-list.tsx'));

export interface Option {
  value: string;
  label: string;
  icon?: ReactNode;
}

export interface PickerProps {
  /** What it is for, where that is more than one thing. */
  about?: string | undefined;
  /** The accessible name of the button, which contains what it shows. */
  label: string;
  options: readonly Option[];
  selected: readonly string[];
  /** The options are still to come: keys wait for them. */
  isReading?: boolean | undefined;
  /** Several may be chosen; the list stays open. */
  isMultiple?: boolean;
  isDisabled?: boolean;
  /** Which field of a task it is, for the keys. */
  field?: string;
  /** It shows the value of a field, and its list can be searched: a combobox. */
  isField?: boolean;
  /** What is offered for a typed text that is no option, such as the text itself. */
  offer?: ((text: string) => Option) | undefined;
  /** Told what is typed, and at first nothing, where the options come from the service. */
  onSearch?: ((text: string) => void) | undefined;
  onChange: (selected: string[]) => void;
  className?: string;
  children: ReactNode;
}

/** A button that opens a list to choose from; long lists have a box to filter them. */
export function Picker({ label, isDisabled = false, field, className, children, ...list }: PickerProps) {
  const [isOpen, setOpen] = useState(false);
  const { isField = false } = list;
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
        data-field={field}
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
