import type { RefObject } from 'react';
import { focusNext, useKeys } from '../lib/keys.ts';

/** `j` and `k` walk over the cards of a board or plan, `m` opens the menu of the one in focus. `Enter` is the link's own. */
export function useCardKeys(container: RefObject<HTMLElement | null>): void {
  const links = () => [...(container.current?.querySelectorAll<HTMLElement>('[data-task] [data-task-link]') ?? [])];
  const menu = () => {
    const card = document.activeElement?.closest('[data-task]');
    card?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click();
  };
  useKeys({ j: () => focusNext(links(), 1), k: () => focusNext(links(), -1), m: menu });
}
