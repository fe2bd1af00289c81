import { folded } from '#common/text/folded.js';
import type { FieldDefinition } from '#schema/fields.js';
import { BUILT_IN_FIELDS, type FilterField, type OwnField } from './filter-fields.js';
import { filterFieldOf, storedFieldOf } from './own-fields.js';

/** Words of the language that no field can have as its key. */
const OTHER_WORDS = 'and or not in is empty null contains no has open custom'.split(' ');

/** All fields of the language for one company: those that every company has, and its own. */
export class FieldRegistry {
  private readonly byWord = new Map<string, FilterField>();
  private readonly byOwnName = new Map<string, FilterField>();
  private readonly own: readonly FilterField[];

  /** `deleted` are those that a stored filter still names. */
  constructor(
    own: readonly (FieldDefinition & { readonly description?: string | null })[] = [],
    deleted: readonly FieldDefinition[] = [],
  ) {
    for (const field of BUILT_IN_FIELDS) this.add(field, [field.name, ...field.aliases]);
    this.own = own.map((field) => this.addOwn({ ...field, isDeleted: false }, field.description));
    for (const field of deleted) this.addOwn({ ...field, isDeleted: true });
  }

  /** The field of that name or other name, in any case. */
  find(word: string): FilterField | undefined {
    return this.byWord.get(word.toLowerCase());
  }

  /** The field of the company's own that is called so. */
  findByOwnName(name: string): FilterField | undefined {
    return this.byOwnName.get(folded(name));
  }

  /** All words that name a field. */
  get words(): string[] {
    return [...this.byWord.values()].flatMap(({ name, aliases }) => [name, ...aliases]).filter(isFirst);
  }

  /** What own fields are called. */
  get ownNames(): string[] {
    return [...this.byOwnName.values()].map(({ own }) => own?.name ?? '');
  }

  /** In the order of GET /filter-fields. */
  get fields(): readonly FilterField[] {
    return [...BUILT_IN_FIELDS, ...this.own];
  }

  /** Those of the company's own, by their ids. */
  get ownById(): Map<string, FilterField> {
    return new Map([...this.byWord.values()].flatMap((field) => (field.own ? [[field.own.id, field] as const] : [])));
  }

  private addOwn(own: OwnField, description?: string | null): FilterField {
    const isTaken = this.byWord.get(own.key)?.own === undefined && this.byWord.has(own.key);
    const field = filterFieldOf(own, isTaken ? `custom.${own.key}` : own.key, description);
    this.add(field, [field.name, ...field.aliases]);
    if (!own.isDeleted) this.byOwnName.set(folded(own.name), field);
    return field;
  }

  private add(field: FilterField, words: readonly string[]): void {
    for (const word of words) this.byWord.set(word.toLowerCase(), field);
  }
}

const isFirst = (word: string, index: number, words: readonly string[]): boolean => words.indexOf(word) === index;

/** The fields of a company that has made none. */
export const BUILT_IN_REGISTRY = new FieldRegistry();

/** What no field can have as its key. */
export const RESERVED_WORDS: readonly string[] = [
  ...BUILT_IN_REGISTRY.words.map((word) => word.toLowerCase()),
  ...OTHER_WORDS,
];

/** Finds what stored texts name: fields of the company by type and id, too. */
export function findStored(registry: FieldRegistry, word: string): FilterField | undefined {
  return registry.find(word) ?? storedFieldOf(word);
}
