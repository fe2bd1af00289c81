import { folded, isSameText } from '#common/text/folded.js';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { ValidationError } from '#common/errors/app-error.js';
import { DEFAULT_COLOR } from '#common/validation/color.js';
import type { FieldOption } from '#schema/fields.js';
import { type FieldOptionInput, MOST_OPTIONS } from './field.dto.js';

/** The options that entries mean: each is the one of `before` with its id or name, or a new one. @throws ValidationError */
export function meantOptions(before: readonly FieldOption[], given: readonly FieldOptionInput[]): FieldOption[] {
  const meant = given.map((entry, index) => optionOf(before, entry, index));
  if (new Set(meant.map(({ id }) => id)).size < meant.length) throw new ValidationError({ options: 'Must be unique' });
  return meant;
}

/** Those of `before` that are left out of `meant`. */
export function missingOptions(before: readonly FieldOption[], meant: readonly FieldOption[]): FieldOption[] {
  const ids = new Set(meant.map(({ id }) => id));
  return before.filter(({ id }) => !ids.has(id));
}

/** With those of the missing ones that tasks have, archived and last. @throws ValidationError */
export function withKeptOptions(meant: readonly FieldOption[], kept: readonly FieldOption[]): FieldOption[] {
  const all = [...meant, ...kept.map((option) => ({ ...option, archived: true }))];
  if (new Set(all.map(({ name }) => folded(name))).size < all.length) {
    throw new ValidationError({ options: 'Must be unique' });
  }
  if (all.length > MOST_OPTIONS) throw new ValidationError({ options: `Must hold 1 to ${MOST_OPTIONS}` });
  return all;
}

function optionOf(before: readonly FieldOption[], entry: FieldOptionInput, index: number): FieldOption {
  const { id, name, color, archived } = entry;
  const known = before.find((option) => (id === undefined ? isSameText(option.name, name ?? '') : option.id === id));
  if (id !== undefined && !known) throw new ValidationError({ [`options.${index}.id`]: 'Unknown option' });
  if (!known && name === undefined) throw new ValidationError({ [`options.${index}.name`]: 'Required' });
  return {
    id: known?.id ?? uuidv7(),
    name: name ?? known?.name ?? '',
    color: color ?? known?.color ?? DEFAULT_COLOR,
    archived: archived ?? known?.archived ?? false,
  };
}
