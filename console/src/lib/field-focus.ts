/** The field that a key has asked for, until the task that has it is shown. */
const SETTLING_MS = 50;

let wanted: string | undefined;

export type FieldName = 'title' | 'status' | 'priority' | 'assignee' | 'labels';

/** Moves focus to a field of the task that is shown, or that is about to be. */
export function askForField(name: FieldName): void {
  wanted = name;
  grabField();
}

/** To be called once a task's fields are there. */
export function grabField(): void {
  const field = wanted && document.querySelector<HTMLElement>(`[data-field="${wanted}"]`);
  if (!field) return;
  wanted = undefined;
  // After the dialog around it has moved focus to itself.
  setTimeout(() => field.focus(), SETTLING_MS);
}

/** The keys of console 1.7 for the fields of one task. */
export const FIELD_KEYS: Readonly<Record<string, FieldName>> = {
  e: 'title',
  s: 'status',
  p: 'priority',
  a: 'assignee',
  l: 'labels',
};
