import { isSameText } from '#common/text/folded.js';
import type { FieldDefinition } from '#schema/fields.js';
import type { NamedThing } from './filter-names.repository.js';
import type { FilterField } from './language/filter-fields.js';
import { storedNameOf } from './language/own-fields.js';
import { conditionsOf, type Tree, type Value } from './language/syntax-tree.js';

/** What stands here for what another company names. */
export interface NamesHere {
  /** The id itself when it is not here. */
  readonly idOf: (id: string) => string;
  /** The ids of own fields by the keys that they have there. */
  readonly fieldIds: ReadonlyMap<string, string>;
}

/** The ids of the own fields that a filter names. */
export function ownIds(tree: Tree): string[] {
  return [...new Set(conditionsOf(tree).flatMap(({ field }) => field.own?.id ?? []))];
}

/** A field that nothing is known of stays as it is stored. */
export function presentBy(own: ReadonlyMap<string, FilterField>): (field: FilterField) => FilterField {
  return (field) => (field.own && own.get(field.own.id)) ?? field;
}

/** As stored texts name it. */
export function storedField(field: FilterField): FilterField {
  return field.own ? { ...field, name: storedNameOf(field.own) } : field;
}

/** The options of own fields are the things that their values name. */
export function optionsOf(fields: Iterable<FilterField>): Map<string, NamedThing> {
  const options = [...fields].flatMap(({ own }) => own?.options ?? []);
  return new Map(options.map(({ id, name }) => [id, { id, name, isShared: false, isReachable: true }]));
}

export function optionIds({ own }: FilterField, { text }: Value): string[] | undefined {
  const option = own?.options.find(({ name }) => isSameText(name, text));
  return option && [option.id];
}

/** The fields with the keys that they have in the other company. */
export function calledAsThere(
  fields: readonly FieldDefinition[],
  idsByKey: ReadonlyMap<string, string>,
): readonly FieldDefinition[] {
  const keys = new Map([...idsByKey].map(([key, id]) => [id, key]));
  return fields.flatMap((field) => {
    const key = keys.get(field.id) ?? (idsByKey.has(field.key) ? undefined : field.key);
    return key === undefined ? [] : [{ ...field, key }];
  });
}
