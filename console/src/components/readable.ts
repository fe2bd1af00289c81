import { texts } from '../lib/texts.ts';
import { showToast } from '../lib/toasts.ts';

/** What a browser cannot read, such as "1e" or half a date, has an empty value: it must not count as cleared. */
const isUnreadable = ({ validity }: HTMLInputElement): boolean => validity.badInput || validity.customError;

/** What is wrong with what is typed; undefined when it can be read. */
export function unreadableText(input: HTMLInputElement): string | undefined {
  if (!isUnreadable(input)) return undefined;
  const { unreadable } = texts;
  return input.validity.customError
    ? input.validationMessage
    : (unreadable[input.type as keyof typeof unreadable] ?? unreadable.text);
}

/** For inputs without a place for an error: says what is wrong in a toast. */
export function refuseUnreadable(input: HTMLInputElement): boolean {
  const text = unreadableText(input);
  if (text !== undefined) showToast(text, { tone: 'danger' });
  return text !== undefined;
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
