import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { HoursNote, readHours, withProblem } from './hours-input.tsx';
import { refuseUnreadable } from './readable.ts';
import { keyOf } from '../lib/keys.ts';

interface TypedFieldProps extends Pick<ComponentProps<'input'>, 'type' | 'className'> {
  /** The accessible name of the box that the button opens. */
  label: string;
  /** That of the button, where it is another one. */
  buttonLabel?: string;
  /** What names the button together with what it shows. */
  labelId?: string;
  /** Which field of a task it is, for the keys. */
  field?: string;
  value: string;
  isDisabled?: boolean;
  /** It is hours or points, as people write them. */
  isHours?: boolean;
  /** Saves every text that is whole as it is typed, such as a date; else Enter and going on save, and Escape does not. */
  isWhole?: (text: string) => boolean;
  onSave: (text: string) => unknown;
  /** What the button shows. */
  children: ReactNode;
}

/** A button that shows a value, and a box to type it once it is pressed. */
export function TypedField(props: TypedFieldProps) {
  const {
    label,
    buttonLabel = label,
    labelId,
    field,
    value,
    isDisabled,
    isHours,
    isWhole,
    onSave,
    className,
    children,
  } = props;
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const isKeyed = useRef(false);
  const input = useRef<HTMLInputElement>(null);
  const { note, problem } = isHours && draft !== undefined ? readHours(draft) : {};
  useEffect(() => withProblem(problem)(input.current), [problem]);
  if (draft === undefined) {
    return (
      <button
        type="button"
        autoFocus={isKeyed.current}
        id={id}
        {...(labelId ? { 'aria-labelledby': `${labelId} ${id}` } : { 'aria-label': buttonLabel })}
        data-field={field}
        disabled={isDisabled}
        onClick={() => {
          isKeyed.current = false;
          setDraft(value);
        }}
        className={className}
      >
        {children}
      </button>
    );
  }
  const close = (text: string) => {
    setDraft(undefined);
    if (text !== value && !isWhole) onSave(text);
  };
  return (
    <>
      <input
        ref={input}
        type={props.type}
        aria-label={label}
        aria-describedby={note ? `${id}-note` : undefined}
        aria-invalid={problem !== undefined || undefined}
        min={0}
        step="any"
        autoFocus
        value={draft}
        onChange={({ target }) => {
          setDraft(target.value);
          if (!target.validity.badInput && isWhole?.(target.value)) onSave(target.value);
        }}
        onBlur={({ currentTarget }) => !isKeyed.current && close(refuseUnreadable(currentTarget) ? value : draft)}
        onKeyDown={(event) => {
          const key = keyOf(event);
          if (key !== 'Enter' && key !== 'Escape') return;
          // Else the button, which has the focus then, is pressed by it; and Escape is not for the drawer around it.
          event.preventDefault();
          isKeyed.current = true;
          close(key === 'Escape' || refuseUnreadable(event.currentTarget) ? value : draft);
        }}
        className="field hit"
      />
      {note && <HoursNote id={`${id}-note`} anchor={input} text={note} />}
    </>
  );
}
