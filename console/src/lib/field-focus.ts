import { keepKeys } from './kept-keys.ts';

/** The field that a key has asked for, until the task that has it is shown. */
const SETTLING_MS = 50;

let wanted: string | undefined;
let hasCome: (() => void) | undefined;

export type FieldName = 'title' | 'status' | 'priority' | 'assignee' | 'labels' | 'dueDate';

const findField = (): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-field="${CSS.escape(wanted ?? '')}"]`);

function enter(field: HTMLElement): void {
  wanted = undefined;
  if (field instanceof HTMLButtonElement) field.click();
  else field.focus();
  hasCome?.();
}

/** Goes to a field of the task that is shown, or that is about to be; one that is chosen from a list opens it. */
export function askForField(name: FieldName): void {
  wanted = name;
  const field = findField();
  if (field) enter(field);
  else hasCome = keepKeys(() => (wanted = undefined));
}

/** To be called once a task's fields are there. */
export function grabField(): void {
  const field = findField();
  // After the dialog around it has moved focus to itself.
  if (field) setTimeout(() => enter(field), SETTLING_MS);
}

/** The keys for the fields of one task. */
export const FIELD_KEYS: Readonly<Record<string, FieldName>> = {
  e: 'title',
  s: 'status',
  p: 'priority',
  a: 'assignee',
  l: 'labels',
  d: 'dueDate',
};
