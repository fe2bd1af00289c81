import { texts } from '../lib/texts.ts';
import { showToast } from '../lib/toasts.ts';

/** What a browser cannot read, such as "1e" or half a date, has an empty value: it must not count as cleared. */
const isUnreadable = ({ validity }: HTMLInputElement): boolean => validity.badInput || validity.patternMismatch;

export const unreadableText = (type: string | undefined): string =>
  texts.unreadable[type as keyof typeof texts.unreadable] ?? texts.unreadable.text;

/** For inputs without a place for an error: says what is wrong in a toast. */
export function refuseUnreadable(input: HTMLInputElement): boolean {
  if (isUnreadable(input))
    showToast(unreadableText(input.inputMode === 'decimal' ? 'number' : input.type), { tone: 'danger' });
  return isUnreadable(input);
}

/** Whether a form holds what cannot be read: its fields say so themselves, and the first has the focus. */
export function findUnreadable(form: EventTarget | undefined): boolean {
  if (!(form instanceof HTMLFormElement)) return false;
  const found = [...form.querySelectorAll('input')].filter(isUnreadable);
  // Tells the field by its event `invalid`.
  for (const input of found) input.checkValidity();
  found[0]?.focus();
  return found.length > 0;
}
