import { splitNames } from '#common/csv/csv-format.js';
import type { FieldDefinition } from '#schema/fields.js';
import { dayOf } from '../readers/moments.js';
import { numberOf } from '../readers/numbers.js';

/** The names of options in a cell. */
export function optionsIn({ type }: Pick<FieldDefinition, 'type'>, text: string): string[] {
  return type === 'multi_select' ? splitNames(text) : [text];
}

/** What a cell says, as a client would write it; undefined where it fits no value of the field. */
export function valueOfCell(
  field: Pick<FieldDefinition, 'type'>,
  text: string,
  userIdOf: (text: string) => string | undefined,
): unknown {
  switch (field.type) {
    case 'number':
      return numberOf(text);
    case 'date':
      return dayOf(text, 'UTC')?.slice(0, 10);
    case 'checkbox':
      return /^(?:true|false)$/i.test(text) ? text.toLowerCase() === 'true' : undefined;
    case 'person':
      return userIdOf(text);
    case 'multi_select':
      return optionsIn(field, text);
    case 'text':
      return text.replace(/\s+/g, ' ').trim();
    default:
      return text.trim();
  }
}
