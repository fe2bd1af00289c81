import { Check } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useKeptKeys } from '../lib/awaited.tsx';
import { cx } from '../lib/cx.ts';
import { contains, isSameName } from '../lib/fits.ts';
import { keyOf } from '../lib/keys.ts';
import { texts } from '../lib/texts.ts';
import { task } from '../lib/texts/work.texts.ts';
import { IS_THUMB } from '../lib/thumb.ts';
import { Key } from './key.tsx';
import { usePopover } from './use-popover.ts';

export interface Option {
  value: string;
  label: string;
  icon?: ReactNode;
}

export interface PickerListProps {
  /** What it is for, where that is more than one thing. */
  about?: string | undefined;
  /** The accessible name of the list and of what opens it, which contains what that shows. */
  label: string;
  options: readonly Option[];
  selected: readonly string[];
  /** The options are still to come: keys wait for them. */
  isReading?: boolean | undefined;
  /** Several may be chosen; the list stays open. */
  isMultiple?: boolean;
  /** What is offered for a typed text that is no option, such as the text itself. */
  offer?: ((text: string) => Option) | undefined;
  /** Keys that choose a value while nothing is searched for. */
  keys?: Readonly<Record<string, string>> | undefined;
  /** Told what is typed, and at first nothing, where the options come from the service. */
  onSearch?: ((text: string) => void) | undefined;
  onChange: (selected: string[]) => void;
  anchor: RefObject<HTMLElement | null>;
  onClose: (withFocus: boolean) => void;
}

/** Those that contain the text; a service that was asked has left out the others already. */
function shownOptions(
  options: readonly Option[],
  text: string,
  isFound: boolean,
  offer: PickerListProps['offer'],
): readonly Option[] {
  const shown = isFound ? options : options.filter(({ label }) => contains(label, text));
  const isNew = text !== '' && !options.some(({ label }) => isSameName(label, text));
  return offer && isNew ? [...shown, offer(text)] : shown;
}

/** What a picker offers, with a box to filter long lists. */
export default function PickerList({
  label,
  about,
  options,
  isReading = false,
  selected,
  isMultiple = false,
  offer,
  keys = {},
  onSearch,
  anchor,
  onChange,
  onClose,
}: PickerListProps) {
  const id = useId();
  const popup = useRef<HTMLDivElement>(null);
  const [text, setText] = useState('');
  const shown = shownOptions(options, text.trim(), onSearch !== undefined, offer);
  const [active, setActive] = useState(() =>
    Math.max(
      0,
      options.findIndex(({ value }) => selected.includes(value)),
    ),
  );
  const current = Math.min(active, shown.length - 1);
  usePopover(popup, anchor, () => onClose(false));
  useKeptKeys(isReading, () => onClose(true));
  useEffect(() => {
    popup.current?.querySelector<HTMLElement>('[data-focus]')?.focus();
    onSearch?.('');
  }, []);
  useEffect(() => {
    // Newer browsers give a promise, which is no way to clean up.
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [current, id]);

  // Of two options chosen soon after each other, the first may not be drawn yet when the second is.
  const chosen = useRef(selected);
  useEffect(() => {
    chosen.current = selected;
  }, [selected.join()]);
  const choose = (option: Option | undefined) => {
    if (!option) return;
    if (!isMultiple) {
      onChange([option.value]);
      onClose(true);
      return;
    }
    const { value } = option;
    const before = chosen.current;
    const next = before.includes(value) ? before.filter((item) => item !== value) : [...before, value];
    chosen.current = next;
    onChange(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const key = keyOf(event);
    // It sends the form around it.
    if (key === 'Enter' && (event.ctrlKey || event.metaKey)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const keyed = text === '' && options.find(({ value }) => value === keys[key]);
    if (keyed) choose(keyed);
    else if (step) setActive((current + step + shown.length) % Math.max(1, shown.length));
    else if (key === 'Home') setActive(0);
    else if (key === 'End') setActive(shown.length - 1);
    else if (key === 'Enter') choose(shown[current]);
    else if (key === 'Escape' || key === 'Tab') onClose(key === 'Escape');
    else return;
    event.stopPropagation();
    if (key !== 'Tab') event.preventDefault();
  };
  // A phone's keyboard would cover the options: it comes when one taps the box, or where nothing is offered before one types.
  const isTyped = !IS_THUMB || onSearch !== undefined;
  const keyFor = (option: Option) => Object.keys(keys).find((key) => keys[key] === option.value);
  const wiring = { 'aria-activedescendant': shown.length > 0 ? `${id}-${current}` : undefined };
  return (
    <div
      ref={popup}
      onKeyDown={onKeyDown}
      popover="manual"
      className="pop fixed inset-auto m-0 flex max-h-80 min-w-48 max-w-[min(22rem,90vw)] flex-col"
    >
      {about !== undefined && <p className="px-3 pt-1.5 text-xs text-muted">{about}</p>}
      <input
        {...wiring}
        data-focus={isTyped || undefined}
        role="combobox"
        aria-expanded
        aria-controls={id}
        aria-label={label}
        placeholder={texts.shell.search}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setActive(0);
          onSearch?.(event.target.value);
        }}
        className="control m-1 rounded-md border border-line bg-surface px-2 text-sm"
      />
      <ul
        id={id}
        role="listbox"
        aria-label={label}
        aria-multiselectable={isMultiple || undefined}
        {...(!isTyped && { ...wiring, 'data-focus': true, tabIndex: 0 })}
        className="scroll-thin overflow-y-auto p-1 outline-none"
      >
        {shown.map((option, index) => (
          <li
            key={option.value}
            id={`${id}-${index}`}
            role="option"
            aria-selected={selected.includes(option.value)}
            // The box or list keeps the focus: of several, the next is typed, and Escape closes.
            onMouseDown={(event) => event.preventDefault()}
            onPointerMove={() => setActive(index)}
            onClick={() => choose(option)}
            className={cx('control flex items-center gap-2 rounded-md px-2 text-sm', index === current && 'bg-hover')}
          >
            {option.icon && (
              <span aria-hidden className="inline-flex">
                {option.icon}
              </span>
            )}
            <span className="grow truncate">{option.label}</span>
            {selected.includes(option.value) && <Check size={14} aria-hidden />}
            {keyFor(option) !== undefined && <Key name={keyFor(option) ?? ''} />}
          </li>
        ))}
      </ul>
      {shown.length === 0 && !onSearch && <p className="px-3 pb-2 text-sm text-muted">{task.nothing}</p>}
    </div>
  );
}
