import type { RefObject } from 'react';
import { askForField, FIELD_KEYS } from '../lib/field-focus.ts';
import { focusNext, useKeys } from '../lib/keys.ts';

const presentCard = (): Element | null | undefined => document.activeElement?.closest('[data-task]');

const fieldKeys = Object.fromEntries(
  Object.entries(FIELD_KEYS).map(([key, field]) => [
    key,
    () => {
      const link = presentCard()?.querySelector<HTMLElement>('[data-task-link]');
      if (!link) return;
      askForField(field);
      link.click();
    },
  ]),
);

/**
 * `j` and `k` walk over the tasks of a screen, `m` opens the menu of the one in focus, and the keys of its fields open it at
 * them. `Enter` is the link's own.
 */
export function useCardKeys(container: RefObject<HTMLElement | null>): void {
  const links = () => [...(container.current?.querySelectorAll<HTMLElement>('[data-task] [data-task-link]') ?? [])];
  useKeys({
    ...fieldKeys,
    j: () => focusNext(links(), 1),
    k: () => focusNext(links(), -1),
    m: () => presentCard()?.querySelector<HTMLElement>('[aria-haspopup=menu]')?.click(),
  });
}
