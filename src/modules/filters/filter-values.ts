import { searchProblem } from '#common/validation/search.js';
import { textProblem } from '#common/validation/text.js';
import { suggestion } from '#common/text/suggestion.js';
import { FilterError } from './language/filter-error.js';
import { dateValueOf, spanOf } from './language/moments.js';
import { type Condition, mapConditions, negated, type Node, type Tree, type Value } from './language/syntax-tree.js';

const TEXT_LIMITS = { minimum: 0, maximum: 2_000 };
/** What lies between is after the year 0, which the database does not know, in every time zone. */
const FIRST_MOMENT = Date.parse('0001-01-03T00:00:00Z');
const LAST_MOMENT = Date.parse('9999-12-31T23:59:59.999Z');

/** Checks what each value is, and writes it as canonical text has it. Names are not looked up. @throws FilterError */
export function checkedValues(tree: Tree): Tree {
  return mapConditions(tree, checkedCondition);
}

/** So that its text reads as itself: never with an exponent. */
const PLAIN = new Intl.NumberFormat('en', { useGrouping: false, maximumFractionDigits: 20 });

function checkedCondition(condition: Condition): Node {
  if (condition.kind === 'in') {
    return { ...condition, values: condition.values.map((value) => checkedValue(value, condition)) };
  }
  if (condition.kind !== 'compare') return condition;
  const value = checkedValue(condition.value, condition);
  if (condition.operator === '~' || condition.operator === '!~') ensureSearch(value);
  if (condition.field.type !== 'flag') return { ...condition, value };
  // `blocked = false` is `not blocked`.
  const flag: Node = { kind: 'flag', field: condition.field };
  return (value.text === 'true') === (condition.operator === '=') ? flag : negated(flag);
}

function checkedValue(value: Value, condition: Condition): Value {
  const bad = textProblem(value.text, TEXT_LIMITS);
  if (bad) throw new FilterError(bad, value.column);
  const { type, kind, values, noun } = condition.field;
  switch (type) {
    case 'enum':
      return kind ? value : named(value, values ?? [], noun);
    case 'flag':
      return named(value, ['true', 'false'], 'truth value');
    case 'number':
      return number(value);
    case 'date':
      return date(value);
    case 'text':
    case 'reference':
      return value;
  }
}

function named(value: Value, names: readonly string[], what: string): Value {
  const name = names.find((candidate) => candidate.toLowerCase() === value.text.toLowerCase());
  if (name) return { ...value, text: name, isQuoted: false };
  const nearest = suggestion(value.text, names) || `; it takes ${names.join(', ')}`;
  throw new FilterError(`"${value.text}" is no ${what}${nearest}`, value.column);
}

function number(value: Value): Value {
  const parsed = Number(value.text);
  const isPlain = value.text.trim() !== '' && [...value.text].every((point) => '+-.0123456789'.includes(point));
  if (isPlain && Number.isFinite(parsed)) return { ...value, text: PLAIN.format(parsed || 0), isQuoted: false };
  throw new FilterError(`"${value.text}" is not a number`, value.column);
}

function date(value: Value): Value {
  const parsed = dateValueOf(value.text, value.isQuoted);
  if (!parsed) {
    const examples = 'write 2026-12-24, "2026-12-24T09:00:00Z", today, week, now-3d or +2w';
    throw new FilterError(`"${value.text}" is no date; ${examples}`, value.column);
  }
  const begin = spanOf(parsed, new Date(), 'UTC').begin.getTime();
  if (!(begin >= FIRST_MOMENT && begin <= LAST_MOMENT)) {
    throw new FilterError(`"${value.text}" is too far away`, value.column);
  }
  return value;
}

/** What is contained has the limits of a search. */
function ensureSearch({ text }: Value): void {
  const bad = searchProblem(text);
  if (bad) throw new FilterError(bad);
}
