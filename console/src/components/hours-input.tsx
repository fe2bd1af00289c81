import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { showHours } from '../lib/figures.ts';
import { hoursOf } from '../lib/hours.ts';
import { keyOf } from '../lib/keys.ts';
import { texts } from '../lib/texts.ts';
import { TextField } from './field.tsx';
import { refuseUnreadable } from './readable.ts';
import { usePopover } from './use-popover.ts';

/** What is understood of a typed time, or what is wrong with it. Nothing is no time, and understood. */
export function readHours(text: string, isRequired = false): { note?: string; problem?: string } {
  const hours = hoursOf(text);
  if (hours === undefined) return text.trim() === '' && !isRequired ? {} : { problem: texts.unreadable.hours };
  return hours < 0 ? {} : { note: `= ${showHours(hours)}` };
}

/** Empty is null. */
export const hoursOrNone = (text: string): number | null => hoursOf(text) ?? null;

/** Tells the browser, so that a form with it is not sent. */
export const withProblem = (problem: string | undefined) => (input: HTMLInputElement | null) =>
  input?.setCustomValidity(problem ?? '');

interface HoursFieldProps {
  label: string;
  value: string;
  error: string | undefined;
  /** Until something is understood. */
  hint?: string;
  isRequired?: boolean;
  autoFocus?: boolean;
  onChange: (event: { target: { value: string } }) => void;
}

/** Hours or points of a form, as people write them. */
export function HoursField({ isRequired = false, ...rest }: HoursFieldProps) {
  const { note, problem } = readHours(rest.value, isRequired);
  return <TextField {...rest} {...(note && { hint: note })} ref={withProblem(problem)} />;
}

/** What was understood, beside a box that has no room for it. */
export function HoursNote({ id, anchor, text }: { id: string; anchor: RefObject<HTMLElement | null>; text: string }) {
  const popup = useRef<HTMLSpanElement>(null);
  usePopover(popup, anchor, () => undefined);
  return (
    <span ref={popup} id={id} popover="manual" className="pop fixed inset-auto m-0 px-2 py-0.5 text-xs text-muted">
      {text}
    </span>
  );
}

interface HoursInputProps {
  label: string;
  hours: number | null;
  className: string;
  /** False when it was refused. */
  save: (hours: number | null) => Promise<boolean>;
}

/** Hours or points where they stand, saved by Enter or by going on; Escape puts them back. */
export function HoursInput({ label, hours, className, save }: HoursInputProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const shown = hours === null ? '' : String(hours);
  const [text, setText] = useState(shown);
  useEffect(() => setText(shown), [shown]);
  const { note, problem } = readHours(text);
  useEffect(() => withProblem(problem)(input.current), [problem]);
  const isNoted = note !== undefined && text !== shown;
  return (
    <>
      <input
        ref={input}
        aria-label={label}
        aria-describedby={isNoted ? id : undefined}
        aria-invalid={problem !== undefined || undefined}
        value={text}
        placeholder="–"
        autoComplete="off"
        onChange={({ target }) => setText(target.value)}
        onBlur={({ currentTarget }) => {
          if (refuseUnreadable(currentTarget)) setText(shown);
          else if (text !== shown) void save(hoursOrNone(text)).then((isSaved) => !isSaved && setText(shown));
        }}
        onKeyDown={(event) => {
          const key = keyOf(event);
          if (key === 'Enter') event.currentTarget.blur();
          if (key !== 'Escape' || text === shown) return;
          // Not for the drawer around it.
          event.preventDefault();
          setText(shown);
        }}
        className={className}
      />
      {isNoted && <HoursNote id={id} anchor={input} text={note} />}
    </>
  );
}
