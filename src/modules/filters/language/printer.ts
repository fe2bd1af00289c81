import { dateValueOf, writtenDate } from './moments.js';
import type { Condition, Node, Tree, Value } from './syntax-tree.js';
import { isWordPoint } from './tokens.js';

/** Words that mean something where a value stands. */
const RESERVED = new Set(['and', 'or', 'not', 'in', 'is', 'empty', 'null', 'contains']);

/** The canonical text of a tree, which reads as that very tree. */
export function print(tree: Tree): string {
  return tree ? written(tree) : '';
}

function written(node: Node): string {
  switch (node.kind) {
    case 'and':
      return node.nodes.map((inner) => (inner.kind === 'or' ? `(${written(inner)})` : written(inner))).join(' and ');
    case 'or':
      return node.nodes.map(written).join(' or ');
    case 'not':
      return isJoined(node.node) ? `not (${written(node.node)})` : `not ${written(node.node)}`;
    default:
      return writtenCondition(node);
  }
}

const isJoined = ({ kind }: Node): boolean => kind === 'and' || kind === 'or';

function writtenCondition(condition: Condition): string {
  const { kind } = condition;
  const field = condition.field.name;
  if (kind === 'flag') return field;
  if (kind === 'empty') return `${field} is ${condition.isNot ? 'not empty' : 'empty'}`;
  if (kind === 'compare') return `${field} ${condition.operator} ${writtenValue(condition.value, condition)}`;
  const values = condition.values.map((value) => writtenValue(value, condition)).join(', ');
  return `${field} ${condition.isNot ? 'not in' : 'in'} (${values})`;
}

function writtenValue(value: Value, { field }: Condition): string {
  const { text, isQuoted } = value;
  const { type, keywords } = field;
  if (type === 'number') return text;
  if (type === 'date') {
    const date = dateValueOf(text, isQuoted);
    return date ? writtenDate(date) : quoted(text);
  }
  return needsQuotes(value, keywords) ? quoted(text) : text;
}

/** A quoted word that would mean something without its quotes keeps them. */
function needsQuotes({ text, isQuoted }: Value, keywords: readonly string[]): boolean {
  if (text === '' || ![...text].every(isWordPoint) || '+-'.includes(text[0] ?? '')) return true;
  const lower = text.toLowerCase();
  if (RESERVED.has(lower)) return true;
  return isQuoted && keywords.some((keyword) => keyword.toLowerCase() === lower);
}

function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
