import type { CustomField } from '../lib/fields.ts';
import type { User } from '../lib/model.ts';
import type { TaskChange } from '../lib/tasks.ts';
import { texts } from '../lib/texts.ts';
import { fields as words } from '../lib/texts/fields.texts.ts';
import type { Option } from './picker.tsx';
import { isPerson, plain } from './shown-value.ts';

/** How a value is chosen from a list. */
interface Chosen {
  kind: 'chosen';
  options: readonly Option[];
  isMultiple: boolean;
  selected: (value: unknown) => string[];
  /** What is sent; null clears. */
  valueOf: (selected: readonly string[]) => unknown;
}

/** How a value is typed. */
interface Typed {
  kind: 'typed';
  type: 'text' | 'date' | 'url';
  text: (value: unknown) => string;
  valueOf: (text: string) => unknown;
}

export type FieldEditor = Chosen | Typed;

const NONE: Option = { value: '', label: texts.common.none };
/** The one way to edit values of the type, wherever they are edited. */
export function editorOf({ type, options }: CustomField, users: readonly User[]): FieldEditor {
  const choices = options.filter(({ archived }) => !archived).map(({ name }) => ({ value: name, label: name }));
  switch (type) {
    case 'select':
      return {
        kind: 'chosen',
        options: [NONE, ...choices],
        isMultiple: false,
        selected: (value) => [plain(value)],
        valueOf: ([name]) => name || null,
      };
    case 'multi_select':
      return {
        kind: 'chosen',
        options: choices,
        isMultiple: true,
        selected: (value) => (value as string[] | undefined) ?? [],
        valueOf: (names) => [...names],
      };
    case 'person':
      return {
        kind: 'chosen',
        options: [NONE, ...users.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name }))],
        isMultiple: false,
        selected: (value) => [isPerson(value) ? value.id : plain(value)],
        // With the name, which is shown until the service has answered.
        valueOf: ([id]) => (id ? { id, name: users.find((user) => user.id === id)?.name ?? '' } : null),
      };
    case 'checkbox':
      return {
        kind: 'chosen',
        options: [NONE, { value: 'true', label: words.yes }, { value: 'false', label: words.no }],
        isMultiple: false,
        selected: (value) => [plain(value)],
        valueOf: ([text]) => (text ? text === 'true' : null),
      };
    case 'number':
      return { kind: 'typed', type: 'text', text: (value) => plain(value), valueOf: numberOrText };
    default:
      return {
        kind: 'typed',
        type: type === 'text' ? 'text' : type,
        text: (value) => plain(value),
        valueOf: (text) => text.trim() || null,
      };
  }
}

/** The service says what is wrong with a text that is no number. */
function numberOrText(text: string): unknown {
  const typed = text.trim().replace(',', '.');
  if (typed === '') return null;
  return Number.isFinite(Number(typed)) ? Number(typed) : text;
}

/** The change of a task that gives it the value. */
export function changeOf({ key }: CustomField, value: unknown): TaskChange {
  return { custom: { [key]: value } };
}
