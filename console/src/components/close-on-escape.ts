import type { KeyboardEvent } from 'react';
import { keyOf } from '../lib/keys.ts';

/** For a form that stands in the place of the button that opened it: Escape closes it alone, not the drawer around it. */
export const closeOnEscape = (onClose: () => void) => (event: KeyboardEvent) => {
  if (keyOf(event) !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  onClose();
};
