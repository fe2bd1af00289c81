import { type RefObject, useEffect, useRef } from 'react';

/** Other keys than letters that are commands, by their place. */
const PLACES: Readonly<Record<string, string>> = { Slash: '/', Period: '.', BracketLeft: '[', BracketRight: ']' };

const OTHER_SCRIPT = /^(?!\p{Script=Latin})\p{L}$/u;

/**
 * What a key is called, for every handler of keys. Where the layout writes no Latin letter it is the one in the key's place: `c` is `с` in Cyrillic.
 */
export function keyOf({ key, code }: { key: string; code: string }): string {
  if (!OTHER_SCRIPT.test(key)) return key;
  const [, letter] = /^Key([A-Z])$/.exec(code) ?? [];
  if (!letter) return PLACES[code] ?? key;
  return key === key.toLowerCase() ? letter.toLowerCase() : letter;
}

/** The letters that a name may begin with when the key is pressed: what it writes, and the one in its place. */
export const lettersOf = (event: { key: string; code: string }): string[] =>
  [event.key, keyOf(event)].map((letter) => letter.toLowerCase());

/** Typing that composes (Japanese, Chinese, Korean) is never a command; Safari says so of its last key by the number alone. */
export const isComposing = (event: { isComposing: boolean; keyCode: number }): boolean =>
  event.isComposing || event.keyCode === 229;

interface HearingOptions {
  on?: EventTarget;
  /** Before those whom the key is for. */
  isFirst?: boolean;
}

/** Hears keys wherever the focus is; gives what ends it. */
export function hearKeys(
  hear: (event: KeyboardEvent) => void,
  { on = window, isFirst = false }: HearingOptions = {},
): () => void {
  const listener = (event: Event) => hear(event as KeyboardEvent);
  on.addEventListener('keydown', listener, isFirst);
  return () => on.removeEventListener('keydown', listener, isFirst);
}

/** What gives `false` leaves the key to the browser. */
type Handlers = Readonly<Record<string, (event: KeyboardEvent) => unknown>>;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('textarea,select,input:not([type=checkbox])');

/** Something is open over the element, or anything at all where there is none. */
const isCovered = (element: HTMLElement | null): boolean =>
  [...document.querySelectorAll('[role=dialog],[role=menu],[role=listbox]')].some(
    (overlay) => !overlay.contains(element),
  );

/** What a text that is typed has itself. */
const OF_TEXTS = 'mod+z';

/**
 * Single keys of a screen, such as `c`; they do nothing while someone types, with a modifier, or under a dialog. Those of what may be in
 * a dialog itself name its element. `mod+k` works everywhere, `mod+z` not while someone types.
 */
export function useKeys(handlers: Handlers, element?: RefObject<HTMLElement | null>): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(
    () =>
      hearKeys((event) => {
        if (event.defaultPrevented || event.altKey) return;
        const isMod = event.ctrlKey || event.metaKey;
        const key = keyOf(event);
        const name = isMod ? nameWithMod(event, key) : event.shiftKey ? key : lowered(key);
        const handler = latest.current[name];
        if (!handler || ((!isMod || name === OF_TEXTS) && isTyping(event.target))) return;
        if (!isMod && isCovered(element?.current ?? null)) return;
        if (handler(event) !== false) event.preventDefault();
      }),
    [element],
  );
}

/** Shift and a point are another character, which one depends on the keyboard. */
const nameWithMod = ({ shiftKey, code }: KeyboardEvent, key: string): string =>
  shiftKey && code === 'Period' ? 'mod+shift+.' : `mod+${key.toLowerCase()}`;

/** With Caps Lock on, a letter without Shift is still that letter. */
const lowered = (key: string): string => (key.length === 1 ? key.toLowerCase() : key);

/** Moves focus among the items of a list: `j` and `k` from the one that is in `present`, or from an end. */
export function focusNext(items: readonly HTMLElement[], present: HTMLElement | undefined, step: 1 | -1): void {
  const at = items.findIndex((item) => present?.contains(item));
  const next = at < 0 ? items[step === 1 ? 0 : items.length - 1] : items[at + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
