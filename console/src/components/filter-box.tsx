import { useQuery } from '@tanstack/react-query';
import { Funnel } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../lib/cx.ts';
import { texts } from '../lib/texts.ts';
import { views as words } from '../lib/texts/views.texts.ts';
import type { Completion } from './filter-completion.ts';
import { setTyping } from './filter-draft.ts';
import { completionQuery, filterFieldsQuery, useFieldValues, useFilterCount } from './filter-values.ts';
import { usePopover } from './use-popover.ts';
import { keyOf } from '../lib/keys.ts';

interface FilterBoxProps {
  /** The filter in force. */
  value: string;
  onApply: (text: string) => void;
  /** Hears every change: the count stands there for as long as there is a filter. */
  onType?: (text: string) => void;
}

/** A box for the filter language, which completes, counts and says what is wrong while one types. */
export function FilterBox({ value, onApply, onType }: FilterBoxProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const [active, setActive] = useState(0);
  const [cursor, setCursor] = useState<number>();
  // At once: a list never shows beside the text of another filter.
  const [applied, setApplied] = useState(value);
  if (applied !== value) {
    setApplied(value);
    setText(value);
  }
  const isTyping = text.trim() !== value.trim();
  useEffect(() => {
    setTyping(isTyping);
    return () => setTyping(false);
  }, [isTyping]);
  const isCounted = onType ? text.trim() !== '' : isTyping;
  const { count, error } = useFilterCount(text, isCounted);
  const { data: fields = [] } = useQuery(filterFieldsQuery);
  const valuesOf = useFieldValues(text !== '');
  const { data: completion } = useQuery({ ...completionQuery, enabled: cursor !== undefined || error !== undefined });
  const found = cursor === undefined ? undefined : completion?.completionsAt(text, cursor, fields, valuesOf);
  const options = found?.options ?? [];
  const current = Math.min(active, options.length - 1);

  const take = (option: Completion) => {
    if (!completion || !found || cursor === undefined) return;
    const next = completion.completed(text, cursor, found.from, option);
    setText(next.text);
    onType?.(next.text);
    setActive(0);
    setCursor(next.cursor);
    // The box shows the new text first.
    requestAnimationFrame(() => input.current?.setSelectionRange(next.cursor, next.cursor));
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const key = keyOf(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    const option = options[current];
    if (step && options.length > 0) setActive((current + step + options.length) % options.length);
    else if (key === 'ArrowDown') setCursor(event.currentTarget.selectionStart ?? text.length);
    else if ((key === 'Enter' || (key === 'Tab' && !event.shiftKey)) && option) take(option);
    else if (key === 'Enter') onApply(text.trim());
    else if (key === 'Escape' && options.length > 0) setCursor(undefined);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div className="flex min-w-0 grow basis-44 flex-col max-sm:focus-within:basis-[calc(100vw-2rem)] sm:basis-72">
      <div className="relative flex items-center">
        <Funnel size={13} aria-hidden className="pointer-events-none absolute left-2.5 text-muted" />
        <input
          ref={input}
          role="combobox"
          aria-label={words.filter}
          aria-autocomplete="list"
          aria-expanded={options.length > 0}
          aria-controls={options.length > 0 ? id : undefined}
          aria-activedescendant={options.length > 0 ? `${id}-${current}` : undefined}
          aria-invalid={error !== undefined || undefined}
          aria-describedby={error === undefined ? undefined : `${id}-error`}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          placeholder={words.filterHint}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            onType?.(target.value);
            setActive(0);
            setCursor(target.selectionStart ?? target.value.length);
          }}
          onBlur={() => setCursor(undefined)}
          onKeyDown={onKeyDown}
          className={cx('field control w-full pl-8 text-ellipsis', isCounted && 'pr-20')}
        />
        {isCounted && (
          <span
            role="status"
            className="pointer-events-none absolute right-2.5 bg-surface pl-2 text-xs whitespace-nowrap text-muted"
          >
            {count !== undefined && texts.common.tasks(count)}
          </span>
        )}
      </div>
      {error !== undefined && options.length === 0 && (
        <ErrorUnder
          id={`${id}-error`}
          box={input}
          text={text}
          message={error}
          place={completion?.placeOfError(error, text)}
        />
      )}
      {options.length > 0 && (
        <Options
          id={id}
          anchor={input}
          options={options}
          current={current}
          onPoint={setActive}
          onTake={take}
          onClose={() => setCursor(undefined)}
        />
      )}
    </div>
  );
}

/** Left free at the right of the window. */
const EDGE = 16;

interface ErrorUnderProps {
  id: string;
  box: { current: HTMLInputElement | null };
  text: string;
  message: string;
  place: { from: number; to: number } | undefined;
}

/** What is wrong, below the word that it is about. */
function ErrorUnder({ id, box, text, message, place }: ErrorUnderProps) {
  const line = useRef<HTMLParagraphElement>(null);
  const from = place?.from;
  useLayoutEffect(() => {
    const [element, input] = [line.current, box.current];
    if (!element || !input) return;
    const style = getComputedStyle(input);
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) return;
    canvas.font = style.font;
    const before =
      canvas.measureText(text.slice(0, from ?? 0)).width + Number.parseFloat(style.paddingLeft) - input.scrollLeft;
    // Beside what stands next to the box, too: that is often wider than the box.
    const room = element.closest('[role=dialog]')
      ? input.clientWidth
      : document.documentElement.clientWidth - input.getBoundingClientRect().left - EDGE;
    Object.assign(element.style, { maxWidth: `${room}px`, paddingLeft: '0' });
    const width = element.firstElementChild?.getBoundingClientRect().width ?? 0;
    element.style.paddingLeft = `${Math.max(0, Math.min(before, room - width))}px`;
  }, [box, text, from, message]);
  return (
    <p id={id} ref={line} className="w-max pt-1 text-xs text-danger">
      <span className="inline-block">
        {place && (
          <mark className="mr-1 rounded-sm bg-danger-soft px-1 font-medium text-danger">
            {text.slice(place.from, place.to) || '…'}
          </mark>
        )}
        {message}
      </span>
    </p>
  );
}

interface OptionsProps {
  id: string;
  anchor: { current: HTMLElement | null };
  options: readonly Completion[];
  current: number;
  onPoint: (index: number) => void;
  onTake: (option: Completion) => void;
  onClose: () => void;
}

function Options({ id, anchor, options, current, onPoint, onTake, onClose }: OptionsProps) {
  const popup = useRef<HTMLDivElement>(null);
  usePopover(popup, anchor, onClose);
  useEffect(() => {
    document.getElementById(`${id}-${current}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, current]);
  return (
    <div
      ref={popup}
      popover="manual"
      className="pop fixed inset-auto m-0 flex max-h-72 max-w-[min(28rem,90vw)] min-w-56 flex-col"
    >
      <ul id={id} role="listbox" aria-label={words.completions} className="scroll-thin overflow-y-auto p-1">
        {options.map((option, index) => (
          <li
            key={option.label}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            // The box keeps the focus.
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => onPoint(index)}
            onClick={() => onTake(option)}
            className={cx('control flex items-center gap-3 rounded-md px-2 text-sm', index === current && 'bg-hover')}
          >
            <span className="shrink-0 truncate">{option.label}</span>
            {option.hint && (
              <span aria-hidden className="ml-auto truncate text-xs text-muted">
                {option.hint}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
