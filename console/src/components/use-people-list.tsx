import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, type RefObject, useId, useState } from 'react';
import { cx } from '../lib/cx.ts';
import { contains } from '../lib/fits.ts';
import { colleaguesQuery, usersQuery } from '../lib/queries.ts';
import * as workTexts from '../lib/texts/work.texts.ts';
import { keyOf } from '../lib/keys.ts';
import type { Mentions } from './mention-names.ts';

/** An `@` at the beginning of a word, and what was typed behind it. */
const TYPING = /(?:^|[\s(])@([\p{L}\p{N}'.-]{0,30}(?: [\p{L}\p{N}'.-]{1,30})?)$/u;
const MOST_SHOWN = 8;

/** Who can be named. */
interface Nameable {
  id: string;
  name: string;
  active: boolean;
  type: 'user' | 'colleague';
}

interface PeopleList {
  /** For the text field. */
  wiring: {
    onSelect: () => void;
    onBlur: () => void;
    'aria-activedescendant': string | undefined;
    'aria-controls': string | undefined;
  };
  /** Returns whether the key was for the list. */
  onKeyDown: (event: KeyboardEvent) => boolean;
  list: ReactNode;
}

/** Below a text at the foot of a page, a list would be cut off. */
const bringIntoView = (list: HTMLElement | null): void => list?.scrollIntoView({ block: 'nearest' });

/** Those whose name contains the text; first those in whose name a word begins with it. */
function namedLike<Named extends { name: string }>(all: readonly Named[], text: string): Named[] {
  const found = all.filter(({ name }) => contains(name, text));
  const isBegun = ({ name }: Named) => contains(` ${name}`, ` ${text}`);
  return [...found.filter(isBegun), ...found.filter((named) => !isBegun(named))];
}

/** People to name in a text: an `@` opens the list, and typing narrows it. */
export function usePeopleList(
  field: RefObject<HTMLTextAreaElement | null>,
  { value, namesColleagues, mentions }: { value: string; namesColleagues: boolean; mentions: Mentions },
  onChange: (text: string) => void,
): PeopleList {
  const id = useId();
  const [typed, setTyped] = useState<string>();
  const [active, setActive] = useState(0);
  const { data: users = [] } = useQuery({ ...usersQuery, enabled: typed !== undefined });
  const { data: colleagues = [] } = useQuery({ ...colleaguesQuery, enabled: namesColleagues && typed !== undefined });
  const named: readonly Nameable[] = [
    ...users.map((user) => ({ ...user, type: 'user' as const })),
    ...(namesColleagues ? colleagues.map((colleague) => ({ ...colleague, type: 'colleague' as const })) : []),
  ];
  const shown =
    typed === undefined
      ? []
      : namedLike(
          named.filter((one) => one.active),
          typed,
        ).slice(0, MOST_SHOWN);
  const current = Math.min(active, shown.length - 1);
  const look = () => {
    const { selectionStart = 0, selectionEnd = 0 } = field.current ?? {};
    const [, text] =
      (selectionStart === selectionEnd && TYPING.exec((field.current?.value ?? '').slice(0, selectionStart))) || [];
    if (text !== typed) setActive(0);
    setTyped(text);
  };
  const choose = (user: Nameable | undefined) => {
    const end = field.current?.selectionStart ?? value.length;
    if (!user || typed === undefined) return;
    const before = value.slice(0, end - typed.length - 1);
    const mention = `${mentions.add(`[@${user.name.replace(/[\\[\]]/g, '\\$&')}](${user.type}:${user.id})`)} `;
    onChange(before + mention + value.slice(end));
    setTyped(undefined);
    const caret = before.length + mention.length;
    requestAnimationFrame(() => {
      field.current?.focus();
      field.current?.setSelectionRange(caret, caret);
    });
  };
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (shown.length === 0) return false;
    const key = keyOf(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[key];
    if (step) setActive((current + step + shown.length) % shown.length);
    else if ((key === 'Enter' || key === 'Tab') && !event.ctrlKey && !event.metaKey) choose(shown[current]);
    else if (key === 'Escape') setTyped(undefined);
    else return false;
    event.preventDefault();
    event.stopPropagation();
    return true;
  };
  const isOpen = shown.length > 0;
  return {
    wiring: {
      onSelect: look,
      onBlur: () => setTyped(undefined),
      'aria-activedescendant': isOpen ? `${id}-${current}` : undefined,
      'aria-controls': isOpen ? id : undefined,
    },
    onKeyDown,
    list: isOpen && (
      <ul
        ref={bringIntoView}
        id={id}
        role="listbox"
        aria-label={workTexts.task.people}
        className="pop scroll-thin absolute top-full left-0 z-20 max-h-64 min-w-48 overflow-y-auto p-1"
      >
        {shown.map((user, index) => (
          <li
            key={user.id}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            onPointerMove={() => setActive(index)}
            // Before the text field loses the focus.
            onPointerDown={(event) => {
              event.preventDefault();
              choose(user);
            }}
            className={cx('control flex items-center rounded-md px-2 text-sm', index === current && 'bg-hover')}
          >
            <span className="truncate">{user.name}</span>
          </li>
        ))}
      </ul>
    ),
  };
}
