import type { FilterField } from './filter-fields.js';

/** What a condition compares with, as it is written. */
export interface Value {
  readonly text: string;
  /** In quotes, so no keyword, moment or number with a unit. */
  readonly isQuoted: boolean;
  readonly column: number;
  /** Of a status, once it has been looked up: a lane has that name. */
  readonly isLane?: boolean;
}

/** Whether it is that word, and no text in quotes. */
export function isKeyword({ text, isQuoted }: Value, keyword: string): boolean {
  return !isQuoted && text.toLowerCase() === keyword;
}

export const texts = (values: readonly Value[]): string[] => values.map(({ text }) => text);

export type Comparison = '=' | '!=' | '<' | '<=' | '>' | '>=' | '~' | '!~';

/** One condition: a comparison with a value, a list, emptiness, or a flag by itself. */
export type Condition =
  | { readonly kind: 'compare'; readonly field: FilterField; readonly operator: Comparison; readonly value: Value }
  | { readonly kind: 'in'; readonly field: FilterField; readonly isNot: boolean; readonly values: readonly Value[] }
  | { readonly kind: 'empty'; readonly field: FilterField; readonly isNot: boolean }
  | { readonly kind: 'flag'; readonly field: FilterField };

/** A filter as it is understood. Chains of `and` and `or` are flat, and a double `not` is none. */
export type Node =
  | Condition
  | { readonly kind: 'and'; readonly nodes: readonly Node[] }
  | { readonly kind: 'or'; readonly nodes: readonly Node[] }
  | { readonly kind: 'not'; readonly node: Node };

/** A whole filter; null lets every task through. */
export type Tree = Node | null;

export function negated(node: Node): Node {
  return node.kind === 'not' ? node.node : { kind: 'not', node };
}

/** One of several; nested ones of the same kind join it. */
export function joined(kind: 'and' | 'or', nodes: readonly Node[]): Node {
  const [only] = nodes;
  if (nodes.length === 1 && only) return only;
  return { kind, nodes: nodes.flatMap((node) => (node.kind === kind ? node.nodes : [node])) };
}

/** The tree with each condition replaced. */
export function mapConditions(tree: Tree, change: (condition: Condition) => Node): Tree {
  return tree && mapNode(tree, change);
}

function mapNode(node: Node, change: (condition: Condition) => Node): Node {
  switch (node.kind) {
    case 'and':
    case 'or':
      return joined(
        node.kind,
        node.nodes.map((inner) => mapNode(inner, change)),
      );
    case 'not':
      return negated(mapNode(node.node, change));
    default:
      return change(node);
  }
}

/** Every condition, in the order of the text. */
export function conditionsOf(tree: Tree): Condition[] {
  if (!tree) return [];
  if (tree.kind === 'and' || tree.kind === 'or') return tree.nodes.flatMap(conditionsOf);
  return tree.kind === 'not' ? conditionsOf(tree.node) : [tree];
}

/** Whether it looks through a text. */
export const isContaining = (condition: Condition): boolean =>
  condition.kind === 'compare' && (condition.operator === '~' || condition.operator === '!~');

/** Whether it depends on the zone that days are of. */
export function usesZone(tree: Tree): boolean {
  return conditionsOf(tree).some(({ field }) => field.type === 'date' || field.name === 'overdue');
}

/** Whether nothing tells beforehand how many tasks meet it: no index and no statistics know what numbers, days and texts own fields have. */
export const isGuessed = ({ kind, field: { own } }: Condition): boolean =>
  own !== undefined && (kind === 'compare' || kind === 'in') && ['number', 'date', 'text'].includes(own.type);

export function valuesOf(condition: Condition): readonly Value[] {
  if (condition.kind === 'compare') return [condition.value];
  return condition.kind === 'in' ? condition.values : [];
}

/** The condition with other values. Of several in place of one, `=` becomes `in`. */
export function withValues(condition: Condition, change: (value: Value) => readonly Value[]): Node {
  if (condition.kind === 'in') return { ...condition, values: condition.values.flatMap(change) };
  if (condition.kind !== 'compare') return condition;
  const values = change(condition.value);
  const [only] = values;
  if (values.length === 1 && only) return { ...condition, value: only };
  const { field, operator } = condition;
  return values.length === 0 ? condition : { kind: 'in', field, isNot: operator === '!=', values };
}
