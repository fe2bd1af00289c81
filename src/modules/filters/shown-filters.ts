import { isUuid } from '#common/validation/uuid.js';
import type { NamedThing } from './filter-names.repository.js';
import type { FilterField, Kind } from './language/filter-fields.js';
import { print } from './language/printer.js';
import { mapConditions, type Tree, type Value, withValues } from './language/syntax-tree.js';

/** A stored filter as a reader sees it. */
export interface ShownFilter {
  readonly filter: string;
  /** It names something that has been deleted. */
  readonly broken: boolean;
}

export const DELETED = '(deleted)';
export const HIDDEN = '(hidden)';
/** Texts of filters in a list. */
const MOST_REMEMBERED = 20;

/** What the values and the own fields of filters are now. */
export interface KnownThings {
  readonly things: ReadonlyMap<Kind, ReadonlyMap<string, NamedThing>>;
  /** The field as it is called now. */
  readonly present: (field: FilterField) => FilterField;
}

/** How filters whose things are known are shown. */
export function shownBy({ things, present }: KnownThings): (filter: { readonly tree: Tree }) => ShownFilter {
  return ({ tree }) => {
    let broken = false;
    const shown = mapConditions(tree, (condition) => {
      const field = present(condition.field);
      broken ||= field.own?.isDeleted === true;
      return withValues({ ...condition, field }, (value) => {
        const { kind } = field;
        if (!kind || !isUuid(value.text)) return [value];
        const thing = things.get(kind)?.get(value.text.toLowerCase());
        broken ||= thing === undefined;
        return [{ ...value, ...shownName(thing) }];
      });
    });
    return { filter: print(shown), broken };
  };
}

/** Rows beside each other often have the same filter. */
export function remembering(show: (text: string) => ShownFilter): (text: string) => ShownFilter {
  const known = new Map<string, ShownFilter>();
  return (text) => {
    const shown = known.get(text) ?? show(text);
    if (known.size === MOST_REMEMBERED) known.clear();
    known.set(text, shown);
    return shown;
  };
}

export function shownName(thing: NamedThing | undefined): Pick<Value, 'text' | 'isQuoted'> {
  if (!thing) return { text: DELETED, isQuoted: true };
  if (!thing.isReachable) return { text: HIDDEN, isQuoted: true };
  return thing.isShared ? { text: thing.id, isQuoted: false } : { text: thing.name, isQuoted: true };
}
