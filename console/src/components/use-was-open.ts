import { useRef } from 'react';

/**
 * Whether the form that a button opens has been open. The form stands in the button's place; the button takes the focus again when
 * it is back.
 */
export function useWasOpen(isOpen: boolean): boolean {
  const wasOpen = useRef(false);
  wasOpen.current ||= isOpen;
  return wasOpen.current;
}
