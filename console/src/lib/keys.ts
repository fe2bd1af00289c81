import { useEffect, useRef } from 'react';

type Handlers = Readonly<Record<string, (event: KeyboardEvent) => void>>;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('textarea,select,input:not([type=checkbox])');

const hasOverlay = (): boolean => document.querySelector('[role=dialog],[role=menu],[role=listbox]') !== null;

/**
 * Single keys of a screen, such as `c`; they do nothing while someone types, with a modifier, or under a dialog. `mod+k` works
 * everywhere.
 */
export function useKeys(handlers: Handlers, { inDialogs = false }: { inDialogs?: boolean } = {}): void {
  const latest = useRef(handlers);
  latest.current = handlers;
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey) return;
      const isMod = event.ctrlKey || event.metaKey;
      // With Caps Lock on, a letter without Shift is still that letter.
      const key = event.shiftKey ? event.key : lowered(event.key);
      // Shift and a point are another character, which one depends on the keyboard.
      const name = isMod
        ? event.shiftKey && event.code === 'Period'
          ? 'mod+shift+.'
          : `mod+${event.key.toLowerCase()}`
        : key;
      const handler = latest.current[name];
      if (!handler || (!isMod && (isTyping(event.target) || (!inDialogs && hasOverlay())))) return;
      event.preventDefault();
      handler(event);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [inDialogs]);
}

const lowered = (key: string): string => (key.length === 1 ? key.toLowerCase() : key);

/** Moves focus among the items of a list: `j` and `k` from the one that is in `present`, or from an end. */
export function focusNext(items: readonly HTMLElement[], present: HTMLElement | undefined, step: 1 | -1): void {
  const at = items.findIndex((item) => present?.contains(item));
  const next = at < 0 ? items[step === 1 ? 0 : items.length - 1] : items[at + step];
  next?.focus();
  next?.scrollIntoView({ block: 'nearest' });
}
