import { folded, isSameText } from '#common/text/folded.js';
import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import { isUuid } from '#common/validation/uuid.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import type { Conditions } from '#core/database/lists/conditions.js';
import { FieldCatalogue } from '#modules/fields/field-catalogue.service.js';
import { ReservesFieldKeys } from '#modules/fields/field.hooks.js';
import { UsersService } from '#modules/users/users.service.js';
import { WorkflowLanesService } from '#modules/workflow-lanes/workflow-lanes.service.js';
import { compile, type FilterReader, type Place } from './filter-compiler.js';
import { FilterNamesRepository, type NamedKind, NAMED_KINDS, type NamedThing } from './filter-names.repository.js';
import { checkedValues } from './filter-values.js';
import { suggestion } from '#common/text/suggestion.js';
import { FilterError } from './language/filter-error.js';
import {
  FIELD_TYPES,
  type FieldType,
  type FilterField,
  FILTER_OPERATORS,
  type FilterOperator,
  type Kind,
} from './language/filter-fields.js';
import { FieldRegistry, RESERVED_WORDS } from './language/field-registry.js';
import { MOST_VALUES, parse, parseStored } from './language/parser.js';
import { print } from './language/printer.js';
import {
  type Condition,
  conditionsOf,
  isContaining,
  isGuessed,
  mapConditions,
  texts,
  type Tree,
  type Value,
  valuesOf,
  withValues,
  usesZone,
} from './language/syntax-tree.js';
import { type Marker, takeMarker } from './markers.js';
import { calledAsThere, type NamesHere, optionIds, optionsOf, ownIds, presentBy, storedField } from './own-things.js';
import {
  DELETED,
  HIDDEN,
  type KnownThings,
  remembering,
  shownBy,
  type ShownFilter,
  shownName,
} from './shown-filters.js';

export type { NamesHere, ShownFilter };
export { FIELD_TYPES, type FieldType, FILTER_OPERATORS, type FilterOperator };

/** A field as GET /filter-fields shows it. */
export interface ShownField {
  name: string;
  aliases: string[];
  type: FieldType;
  operators: FilterOperator[];
  values: string[] | null;
  description: string;
  example: string;
  custom?: true;
}

/** A filter whose names are ids: what is stored, and what becomes SQL. */
export interface Filter {
  readonly tree: Tree;
}

const TID = /^[a-z][a-z0-9]{1,9}-[1-9][0-9]{0,9}$/i;
/** An id that nothing has. */
const NOTHING = '00000000-0000-4000-8000-000000000000';
const NO_KEYWORDS: readonly string[] = [];
/** Options that a message names. */
const MOST_SHOWN = 20;

/** The one language that says which tasks are meant. */
@Injectable()
export class Filters {
  constructor(
    private readonly names: FilterNamesRepository,
    private readonly users: UsersService,
    private readonly lanes: WorkflowLanesService,
    private readonly catalogue: FieldCatalogue,
  ) {}

  /** They mean something else here. */
  @ReservesFieldKeys()
  reservedKeys(): readonly string[] {
    return RESERVED_WORDS;
  }

  /**
   * Reads what a person wrote, with the names that they reach. `before` is the stored text that this one replaces: as it
   * is shown it may be written back, even when it is longer than what people write; so may what it shows as deleted or
   * hidden.
   *
   * @throws ValidationError about `filter`
   */
  async readFilter(context: RequestContext, text: string, before = ''): Promise<Filter> {
    if (before !== '' && text === (await this.shownFilter(context, this.storedFilter(before))).filter)
      return this.storedFilter(before);
    try {
      const tree = checkedValues(parse(text, await this.registry(context, before)));
      const kept = before === '' ? [] : await this.markersOf(context, before);
      return { tree: await this.resolved(context, await this.withLanes(context, tree), kept) };
    } catch (error) {
      if (error instanceof FilterError) throw new ValidationError({ filter: error.message });
      throw error;
    }
  }

  /**
   * The stored text of one that another company shows: what its names mean here, and ids of nothing where
   * they mean nothing.
   *
   * @throws ValidationError about `filter`
   */
  async bringFilter(context: RequestContext, text: string, { idOf, fieldIds }: NamesHere): Promise<string> {
    const registry = new FieldRegistry(calledAsThere(await this.catalogue.findAll(context), fieldIds));
    try {
      const read = checkedValues(parseStored(text, registry));
      const tree = mapConditions(read, (condition) =>
        condition.field.kind
          ? withValues(condition, (value) => [isUuid(value.text) ? { ...value, text: idOf(value.text) } : value])
          : condition,
      );
      return print(await this.resolved(context, await this.withLanes(context, tree), 'lenient'));
    } catch (error) {
      if (error instanceof FilterError) throw new ValidationError({ filter: error.message });
      throw error;
    }
  }

  /** The fields, in the order of docs/filters.md, and those of the company that are not archived. */
  async findFields(context: RequestContext): Promise<ShownField[]> {
    const own = (await this.catalogue.findAll(context)).filter(({ archived }) => !archived);
    return new FieldRegistry(own).fields.map(
      ({ name, aliases, type, operators, values, description, example, own }) => ({
        name,
        aliases: [...aliases],
        type,
        operators: [...operators],
        values: values && [...values],
        description,
        example,
        ...(own && { custom: true as const }),
      }),
    );
  }

  /** Whether it looks through texts, which keeps a processor busy. */
  isSearch({ tree }: Filter): boolean {
    return conditionsOf(tree).some(isContaining);
  }

  /** Whether nothing tells beforehand how many tasks it lets through. */
  isGuessed({ tree }: Filter): boolean {
    return conditionsOf(tree).some(isGuessed);
  }

  /** The text to store: canonical, with ids in place of names. */
  storedText({ tree }: Filter): string {
    return print(tree);
  }

  /** The filter of a stored text. */
  storedFilter(text: string): Filter {
    return { tree: parseStored(text) };
  }

  /** The canonical text, with the present names of what the reader reaches. */
  async shownFilter(context: RequestContext, filter: Filter): Promise<ShownFilter> {
    return (await this.filterPresenter(context, [filter]))(filter);
  }

  /** As `shownFilter`, for many filters whose names are looked up together. */
  async filterPresenter(context: RequestContext, filters: readonly Filter[]): Promise<(filter: Filter) => ShownFilter> {
    return shownBy(await this.thingsOf(context, ...filters.map(({ tree }) => tree)));
  }

  /**
   * Shows stored texts of a list that is streamed: `select` gives them as a column `filter`. Their names are looked up
   * once, whatever the length of the list.
   */
  async filterPresenterOfList(
    context: RequestContext,
    select: string,
    values: unknown[],
  ): Promise<(text: string) => ShownFilter> {
    const ids = await this.names.findIdsInTexts(context, select, values);
    const things = new Map<Kind, Map<string, NamedThing>>();
    const own = ids.length > 0 ? await this.presentFields(context, ids) : new Map<string, FilterField>();
    if (ids.length > 0)
      for (const kind of NAMED_KINDS) things.set(kind, await this.names.findThings(context, kind, ids));
    things.set('option', optionsOf(own.values()));
    const show = shownBy({ things, present: presentBy(own) });
    return remembering((stored) => show(this.storedFilter(stored)));
  }

  /** The canonical text of what was just written: ids of nothing stay ids. */
  async canonicalText(context: RequestContext, { tree }: Filter): Promise<string> {
    const { things, present } = await this.thingsOf(context, tree);
    const named = mapConditions(tree, (condition) => {
      const field = present(condition.field);
      return withValues({ ...condition, field }, (value) => {
        const thing = things.get(field.kind ?? 'task')?.get(value.text.toLowerCase());
        return [thing?.isReachable ? { ...value, ...shownName(thing) } : value];
      });
    });
    return print(named);
  }

  /**
   * The condition on the row `t`, as a user of the company reads it; `$1` is the company. `zone` is theirs if known. It is
   * true or false wherever it is put.
   */
  compileFilter(
    context: RequestContext,
    filter: Filter,
    conditions: Conditions,
    reader: Partial<FilterReader> = {},
  ): Promise<string> {
    return this.compileFor('anywhere', context, filter, conditions, reader);
  }

  /** Adds the condition to those of a WHERE, where indexes serve it. */
  async narrowConditions(context: RequestContext, filter: Filter, conditions: Conditions): Promise<void> {
    conditions.add(await this.compileFor('where', context, filter, conditions, {}));
  }

  private async compileFor(
    place: Place,
    context: RequestContext,
    { tree }: Filter,
    conditions: Conditions,
    { userId = context.userId, now = new Date(), zone: known, ...reader }: Partial<FilterReader>,
  ): Promise<string> {
    const zone = known ?? (usesZone(tree) ? await this.users.findTimeZone(context, userId) : 'UTC');
    const present = await this.withPresentFields(context, await this.withLanes(context, tree));
    return compile(present, conditions, { ...reader, userId, zone, now }, place);
  }

  /** All that the company can name; deleted ones where `before`, a stored text, names them. */
  private async registry(context: RequestContext, before = ''): Promise<FieldRegistry> {
    const ids = before === '' ? [] : ownIds(this.storedFilter(before).tree);
    const deleted = ids.length > 0 ? await this.catalogue.findDeleted(context, ids) : [];
    return new FieldRegistry(await this.catalogue.findAll(context), deleted);
  }

  /** The own fields of these ids as they are now, deleted ones too. */
  private async presentFields(context: RequestContext, ids: readonly string[]): Promise<Map<string, FilterField>> {
    if (ids.length === 0) return new Map();
    const all = await this.catalogue.findAll(context);
    const lost = ids.filter((id) => !all.some((field) => field.id === id));
    const registry = new FieldRegistry(all, lost.length > 0 ? await this.catalogue.findDeleted(context, lost) : []);
    return registry.ownById;
  }

  private async withPresentFields(context: RequestContext, tree: Tree): Promise<Tree> {
    const ids = ownIds(tree);
    if (ids.length === 0) return tree;
    const present = presentBy(await this.presentFields(context, ids));
    return mapConditions(tree, (condition) => ({ ...condition, field: present(condition.field) }));
  }

  /** Statuses that are lanes are written as the lane is, and are found by index. */
  private async withLanes(context: RequestContext, tree: Tree): Promise<Tree> {
    const isExact = (condition: Condition) =>
      condition.field.name === 'status' &&
      (condition.kind === 'in' || (condition.kind === 'compare' && !isContaining(condition)));
    const given = conditionsOf(tree).filter(isExact).flatMap(valuesOf);
    if (given.every(({ isLane }) => isLane !== undefined)) return tree;
    const lanes = await this.lanes.namesLike(context, texts(given));
    return mapConditions(tree, (condition) =>
      isExact(condition)
        ? withValues(condition, (value) => {
            const lane = lanes.find((name) => isSameText(name, value.text));
            return [{ ...value, text: lane ?? value.text, isLane: lane !== undefined }];
          })
        : condition,
    );
  }

  private async resolved(context: RequestContext, tree: Tree, kept: Marker[] | 'lenient'): Promise<Tree> {
    const wanted = new Map<NamedKind, Set<string>>();
    for (const condition of conditionsOf(tree)) {
      const { kind } = condition.field;
      if (!kind || kind === 'option') continue;
      const names = valuesOf(condition).filter((value) => isName(condition.field, value));
      for (const { text } of names) wanted.set(kind, (wanted.get(kind) ?? new Set()).add(text));
    }
    const ids = new Map<Kind, Map<string, string[]>>();
    for (const [kind, given] of wanted) ids.set(kind, await this.names.findIds(context, kind, [...given]));
    const unknown: UnknownName[] = [];
    const result = mapConditions(tree, (condition) => {
      const { kind } = condition.field;
      const field = storedField(condition.field);
      if (!kind) return { ...condition, field };
      return withValues({ ...condition, field }, (value) => {
        if (!isName(condition.field, value)) return [{ ...value, text: value.text.toLowerCase(), isQuoted: false }];
        const marked = kept === 'lenient' ? undefined : takeMarker(kept, field, value);
        if (marked) return [marked];
        const found = kind === 'option' ? optionIds(condition.field, value) : ids.get(kind)?.get(folded(value.text));
        if (found) return found.map((id) => ({ text: id, isQuoted: false, column: value.column }));
        if (kind === 'task' && TID.test(value.text)) return [{ ...value, text: value.text.toUpperCase() }];
        if (kept === 'lenient') return [{ text: NOTHING, isQuoted: false, column: value.column }];
        unknown.push({ field: condition.field, kind, value });
        return [];
      });
    });
    const [first] = unknown;
    if (first) await this.refuse(context, first);
    ensureFewValues(result);
    return result;
  }

  private async refuse(context: RequestContext, { field, kind, value }: UnknownName): Promise<never> {
    if (kind === 'task') throw new FilterError(`"${value.text}" is no tid such as WEB-12 and no id`, value.column);
    if (kind === 'option') {
      const names = field.own?.options.map(({ name }) => name) ?? [];
      const shown = names.length > MOST_SHOWN ? `${names.slice(0, MOST_SHOWN).join(', ')}, …` : names.join(', ');
      const nearest = suggestion(value.text, names) || `; it takes ${shown}`;
      throw new FilterError(`"${value.text}" is no ${field.noun}${nearest}`, value.column);
    }
    const keywords = value.isQuoted ? NO_KEYWORDS : field.keywords;
    const nearest =
      suggestion(value.text, await this.names.findNames(context, kind)) || suggestion(value.text, keywords);
    throw new FilterError(`no ${kind} is called "${value.text}"${nearest || `; ${STANDS_HERE[kind]}`}`, value.column);
  }

  /** What a stored filter shows this reader as deleted or hidden, in the order of the text. */
  private async markersOf(context: RequestContext, before: string): Promise<Marker[]> {
    const { tree } = this.storedFilter(before);
    const { things } = await this.thingsOf(context, tree);
    return conditionsOf(tree).flatMap((condition) => {
      const { kind } = condition.field;
      if (!kind) return [];
      return valuesOf(condition).flatMap(({ text }) => {
        const thing = things.get(kind)?.get(text.toLowerCase());
        if (!isUuid(text) || thing?.isReachable) return [];
        return [{ field: condition.field.name, shown: thing ? HIDDEN : DELETED, id: text }];
      });
    });
  }

  private async thingsOf(context: RequestContext, ...trees: readonly Tree[]): Promise<KnownThings> {
    const ids = new Map<NamedKind, Set<string>>();
    for (const condition of trees.flatMap(conditionsOf)) {
      const { kind } = condition.field;
      if (!kind || kind === 'option') continue;
      for (const { text } of valuesOf(condition)) {
        if (isUuid(text)) ids.set(kind, (ids.get(kind) ?? new Set()).add(text.toLowerCase()));
      }
    }
    const things = new Map<Kind, Map<string, NamedThing>>();
    for (const [kind, given] of ids) things.set(kind, await this.names.findThings(context, kind, [...given]));
    const own = await this.presentFields(context, trees.flatMap(ownIds));
    things.set('option', optionsOf(own.values()));
    return { things, present: presentBy(own) };
  }
}

/** The ids that a name means count, too. */
function ensureFewValues(tree: Tree): void {
  const most = Math.max(0, ...conditionsOf(tree).map((condition) => valuesOf(condition).length));
  if (most <= MOST_VALUES) return;
  throw new FilterError(`At most ${MOST_VALUES} values in a list; these names mean ${most} things`);
}

interface UnknownName {
  readonly field: FilterField;
  readonly kind: Kind;
  readonly value: Value;
}

/** What may stand where a name does. */
const STANDS_HERE: Record<Exclude<NamedKind, 'task'>, string> = {
  project: 'a project stands here by key, name or id',
  team: 'a team stands here by name or id',
  user: 'a user stands here as me or by name, e-mail or id',
  sprint: 'a sprint stands here by name or id, or active or planned',
  epic: 'an epic stands here by name or id',
  label: 'a label stands here by name or id',
  colleague: 'a colleague stands here by name or id',
  recurrence: 'a recurrence stands here by name or id',
};

/** Neither an id nor a keyword of the field. */
function isName({ keywords }: FilterField, { text, isQuoted }: Value): boolean {
  return !isUuid(text) && (isQuoted || !keywords.includes(text.toLowerCase()));
}
