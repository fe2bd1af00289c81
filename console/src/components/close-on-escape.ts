import type { KeyboardEvent } from 'react';

/** For a form that stands in the place of the button that opened it: Escape closes it alone, not the drawer around it. */
export const closeOnEscape = (onClose: () => void) => (event: KeyboardEvent) => {
  if (event.key !== 'Escape' || event.defaultPrevented) return;
  event.preventDefault();
  onClose();
};
