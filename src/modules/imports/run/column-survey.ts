import { isFieldNumber } from '#schema/field-values.js';
import { type CustomFieldType } from '#schema/fields.js';
import { webAddressOf } from '#common/validation/web-address.js';
import { dayOf } from '../readers/moments.js';
import { numberOf } from '../readers/numbers.js';

/** Different values of a column that are remembered. */
const MOST_DIFFERENT = 200;
/** A select has at most so many options, each twice on average. */
const MOST_OPTIONS = 20;

const isCheckbox = (text: string): boolean => /^(?:true|false)$/i.test(text);
const isDay = (text: string): boolean => dayOf(text, 'UTC') !== undefined;
const isNumber = (text: string): boolean => numberOf(text) !== undefined;
const fitsNumber = (text: string): boolean => isFieldNumber(numberOf(text) ?? Number.NaN);
const isAddress = (text: string): boolean => webAddressOf(text) !== undefined;

/** Plain types, in the order in which they are tried. A number alone is no date. */
const PLAIN: readonly (readonly [CustomFieldType, (text: string) => boolean])[] = [
  ['checkbox', isCheckbox],
  ['date', (text) => !isNumber(text) && isDay(text)],
  ['number', fitsNumber],
  ['url', isAddress],
];

/** What the values of a column without a place here look like. */
export class ColumnSurvey {
  private readonly fitting = new Set(PLAIN.map(([type]) => type));
  private readonly different = new Map<string, number>();
  private values = 0;
  private isVaried = false;

  add(text: string): void {
    this.values += 1;
    for (const [type, fits] of PLAIN) if (this.fitting.has(type) && !fits(text)) this.fitting.delete(type);
    const known = this.different.get(text);
    if (known === undefined && this.different.size >= MOST_DIFFERENT) this.isVaried = true;
    else this.different.set(text, (known ?? 0) + 1);
  }

  /** The first type that all values fit. */
  proposed(isUser: (text: string) => boolean): CustomFieldType {
    const plain = PLAIN.find(([type]) => this.fitting.has(type));
    if (this.values > 0 && plain) return plain[0];
    const names = [...this.different.keys()];
    if (this.values > 0 && !this.isVaried && names.every(isUser)) return 'person';
    const isSelect = !this.isVaried && names.length <= MOST_OPTIONS && this.values >= 2 * names.length;
    return this.values > 0 && isSelect ? 'select' : 'text';
  }
}
