import { BUILT_IN, BUILT_IN_FIELDS, type FilterField } from './filter-fields.js';
import { BUILT_IN_REGISTRY, type FieldRegistry, findStored } from './field-registry.js';
import { suggestion } from '#common/text/suggestion.js';
import { FilterError } from './filter-error.js';
import { type Comparison, type Condition, joined, negated, type Node, type Tree, type Value } from './syntax-tree.js';
import { type Token, tokensOf } from './tokens.js';
import { isMoment } from './moments.js';

const LONGEST_TEXT = 2_000;
const MOST_CONDITIONS = 50;
export const MOST_VALUES = 200;
const DEEPEST = 10;
const MOST_CONTAINS = 5;

/** Words of the language; as values they stand in quotes. */
const KEYWORDS = new Set(['and', 'or', 'not', 'in', 'is', 'empty', 'null', 'contains']);
const COMPARISONS: ReadonlyMap<string, Comparison> = new Map([
  ['=', '='],
  ['==', '='],
  ['!=', '!='],
  ['<>', '!='],
  ['<', '<'],
  ['<=', '<='],
  ['>', '>'],
  ['>=', '>='],
  ['~', '~'],
  ['!~', '!~'],
  ['contains', '~'],
]);
const CLOSING: Readonly<Record<string, string>> = { '(': ')', '[': ']' };

/** Reads the text of a filter. What its values mean is not looked at. @throws FilterError */
export function parse(text: string, registry: FieldRegistry = BUILT_IN_REGISTRY): Tree {
  if ([...text].length > LONGEST_TEXT) throw new FilterError(`At most ${LONGEST_TEXT.toLocaleString('en')} characters`);
  return new Parser(tokensOf(text), MOST_VALUES, (word) => registry.find(word), registry).parse();
}

/** Reads canonical text back, which may be longer than what people write: ids stand in it in place of names. */
export function parseStored(text: string, registry: FieldRegistry = BUILT_IN_REGISTRY): Tree {
  return new Parser(tokensOf(text), Infinity, (word) => findStored(registry, word), registry).parse();
}

class Parser {
  private at = 0;
  private conditions = 0;
  private contains = 0;
  private depth = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly mostValues: number,
    private readonly find: (word: string) => FilterField | undefined,
    private readonly registry: FieldRegistry,
  ) {}

  parse(): Tree {
    if (isEnd(this.next)) return null;
    const node = this.or();
    const rest = this.next;
    if (!isEnd(rest)) this.fail(rest, `unexpected ${shown(rest)}; and, or, or the end may follow`);
    return node;
  }

  private get next(): Token {
    return this.tokens[this.at] ?? { kind: 'end', text: '', column: 1, isAttached: false };
  }

  private peek(ahead: number): Token | undefined {
    return this.tokens[this.at + ahead];
  }

  private take(): Token {
    const token = this.next;
    this.at += 1;
    return token;
  }

  /** The symbol or keyword, when it comes next. */
  private accept(...texts: string[]): Token | undefined {
    return texts.some((text) => is(this.next, text)) ? this.take() : undefined;
  }

  private fail(token: Token, reason: string): never {
    throw new FilterError(reason, token.column);
  }

  private or(): Node {
    const nodes = [this.and()];
    while (this.accept('or', '||')) nodes.push(this.and());
    return joined('or', nodes);
  }

  private and(): Node {
    const nodes = [this.not()];
    while (this.accept('and', '&&') || this.beginsCondition()) nodes.push(this.not());
    return joined('and', nodes);
  }

  /** Two conditions side by side mean "and". */
  private beginsCondition(): boolean {
    const { kind, text } = this.next;
    if (kind === 'symbol') return text === '(' || text === '!' || text === '[';
    return kind === 'string' || (kind === 'word' && !is(this.next, 'or'));
  }

  private not(): Node {
    let isNegated = false;
    while (this.acceptNot()) isNegated = !isNegated;
    const node = this.accept('(') ? this.bracketed() : this.condition();
    return isNegated ? negated(node) : node;
  }

  /** `not`, `!`, or `-` right before a field or bracket. */
  private acceptNot(): boolean {
    if (this.accept('not', '!')) return true;
    const { kind, text, column, isAttached } = this.next;
    if (kind !== 'word' || !text.startsWith('-')) return false;
    const rest = text.slice(1);
    if (rest === '') {
      this.at += 1;
      return true;
    }
    // The rest of the word is what is negated.
    (this.tokens as Token[])[this.at] = { kind, text: rest, column: column + 1, isAttached };
    return true;
  }

  private bracketed(): Node {
    this.depth += 1;
    if (this.depth > DEEPEST) throw new FilterError(`At most ${DEEPEST} levels of brackets`);
    const node = this.or();
    if (!this.accept(')')) this.fail(this.next, `expected ")", found ${shown(this.next)}`);
    this.depth -= 1;
    return node;
  }

  private condition(): Node {
    const word = this.next;
    if (word.kind !== 'word' && word.kind !== 'string') this.fail(word, `expected a field, found ${shown(word)}`);
    const isShort = this.isColon(this.peek(1));
    if (word.kind === 'word' && KEYWORDS.has(word.text.toLowerCase()) && !isShort) {
      this.fail(word, `"${word.text}" is a keyword, a field may stand here`);
    }
    this.conditions += 1;
    if (this.conditions > MOST_CONDITIONS) throw new FilterError(`At most ${MOST_CONDITIONS} conditions`);
    this.take();
    const short = isShort && word.kind === 'word' ? this.short(word) : undefined;
    if (short) return short;
    const field = this.fieldOf(word);
    return this.comparison(word, field);
  }

  private isColon(token: Token | undefined): boolean {
    return token?.kind === 'symbol' && token.text === ':';
  }

  /** `no:label`, `has:label`, `is:blocked`; undefined when the word is none of the three. */
  private short(word: Token): Node | undefined {
    const kind = word.text.toLowerCase();
    if (kind !== 'no' && kind !== 'has' && kind !== 'is') return undefined;
    this.take();
    const name = this.take();
    if (name.kind !== 'word' && name.kind !== 'string') {
      this.fail(name, `expected a field after "${kind}:", found ${shown(name)}`);
    }
    const isOpen = kind === 'is' && name.kind === 'word' && name.text.toLowerCase() === 'open';
    if (isOpen) return negated({ kind: 'flag', field: BUILT_IN.done });
    const field = this.fieldOf(name);
    if (kind === 'is') {
      if (field.type !== 'flag') {
        this.fail(name, `"${name.text}" is no state; is: takes open, ${FLAGS.join(', ')}`);
      }
      return { kind: 'flag', field };
    }
    this.ensureOperator(name, field, 'empty');
    return { kind: 'empty', field, isNot: kind === 'has' };
  }

  /** A string is what a field of the company's own is called, and nothing else. */
  private fieldOf(word: Token): FilterField {
    const isName = word.kind === 'string';
    const field = isName ? this.registry.findByOwnName(word.text) : this.find(word.text);
    if (field) return field;
    const nearest = suggestion(word.text, isName ? this.registry.ownNames : this.registry.words);
    const names = this.registry.fields.map(({ name }) => name).join(', ');
    this.fail(word, `unknown field "${word.text}"${nearest || `; fields are ${names}`}`);
  }

  private comparison(word: Token, field: FilterField): Condition {
    const operator = this.next;
    if (this.accept(':')) return this.colon(operator, field);
    const comparison = operator.kind === 'string' ? undefined : COMPARISONS.get(operator.text.toLowerCase());
    if (comparison) {
      this.take();
      return this.compare(operator, field, comparison);
    }
    // In `blocked is:open` a second condition begins.
    if (!this.isColon(this.peek(1)) && this.accept('is')) return this.emptiness(operator, field);
    const isNot = is(operator, 'not') && this.peek(1) !== undefined && is(this.peek(1) as Token, 'in');
    if (isNot) this.take();
    if (this.accept('in')) {
      this.ensureOperator(operator, field, 'in');
      return { kind: 'in', field, isNot, values: this.list(field) };
    }
    if (field.type === 'flag') return { kind: 'flag', field };
    this.fail(operator, `expected an operator after "${word.text}" (${operatorsOf(field)}), found ${shown(operator)}`);
  }

  private compare(operator: Token, field: FilterField, comparison: Comparison): Condition {
    this.ensureOperator(operator, field, comparison);
    if (comparison === '~' || comparison === '!~') this.countContains();
    return { kind: 'compare', field, operator: comparison, value: this.value(field) };
  }

  private countContains(): void {
    this.contains += 1;
    if (this.contains > MOST_CONTAINS) throw new FilterError(`At most ${MOST_CONTAINS} of ~ and !~ together`);
  }

  /** `field:value` and `field:a,b`; of texts it means "contains". */
  private colon(operator: Token, field: FilterField): Condition {
    const first = this.value(field);
    if (!is(this.next, ',')) {
      const isText = field.containsByColon;
      if (isText) this.countContains();
      else this.ensureOperator(operator, field, '=');
      return { kind: 'compare', field, operator: isText ? '~' : '=', value: first };
    }
    this.ensureOperator(operator, field, 'in');
    const values = [first];
    while (this.accept(',')) this.add(values, this.value(field));
    return { kind: 'in', field, isNot: false, values };
  }

  private emptiness(operator: Token, field: FilterField): Condition {
    const isNot = this.accept('not') !== undefined;
    if (!this.accept('empty', 'null')) {
      const not = isNot ? '' : ' or "not empty"';
      this.fail(this.next, `expected "empty"${not} after "is", found ${shown(this.next)}; to compare, write =`);
    }
    this.ensureOperator(operator, field, 'empty');
    return { kind: 'empty', field, isNot };
  }

  private list(field: FilterField): Value[] {
    const opening = this.next;
    const closing = opening.kind === 'symbol' ? CLOSING[opening.text] : undefined;
    if (!closing) this.fail(opening, `expected "(" after "in", found ${shown(opening)}`);
    this.take();
    const values: Value[] = [];
    do this.add(values, this.value(field));
    while (this.accept(','));
    if (!this.accept(closing)) this.fail(this.next, `expected "," or "${closing}", found ${shown(this.next)}`);
    return values;
  }

  private add(values: Value[], value: Value): void {
    values.push(value);
    if (values.length > this.mostValues) throw new FilterError(`At most ${MOST_VALUES} values in a list`);
  }

  private value(field: FilterField): Value {
    const token = this.take();
    const { kind, text, column } = token;
    if (kind === 'string') return { text, isQuoted: true, column };
    if (kind !== 'word') this.fail(token, `expected a value, found ${shown(token)}`);
    if (KEYWORDS.has(text.toLowerCase())) {
      this.fail(token, `"${text}" is a keyword; as a value it stands in quotes`);
    }
    return { text: text + this.rest(text, field), isQuoted: false, column };
  }

  /** What else belongs to the value: of a date the rest of `today + 7 d`, of `external` what follows the colon. */
  private rest(begun: string, field: FilterField): string {
    if (field.type === 'date') return this.arithmetic(begun);
    const id = this.peek(1);
    const isReference = field.name === 'external' && this.isColon(this.next) && id?.kind === 'word' && id.isAttached;
    return isReference ? this.take().text + this.take().text : '';
  }

  /** Whatever spaces stand between the parts of a moment. */
  private arithmetic(begun: string): string {
    for (const count of [3, 2, 1]) {
      const parts = this.tokens.slice(this.at, this.at + count);
      const text = parts.map((part) => part.text).join('');
      if (!parts.every(({ kind }) => kind === 'word') || !isMoment(begun + text)) continue;
      this.at += count;
      return text;
    }
    return '';
  }

  private ensureOperator(token: Token, field: FilterField, operator: Comparison | 'in' | 'empty'): void {
    const allowed: readonly string[] = field.operators;
    if (allowed.includes(operator)) return;
    const meant = operator === 'empty' ? '"is empty"' : `"${operator}"`;
    this.fail(token, `${field.name} does not take ${meant}; it takes ${operatorsOf(field)}`);
  }
}

const FLAGS = BUILT_IN_FIELDS.filter(({ type }) => type === 'flag').map(({ name }) => name);

function operatorsOf(field: FilterField): string {
  return field.operators
    .flatMap((operator) => {
      if (operator === 'in') return ['in', 'not in'];
      return operator === 'empty' ? ['is empty', 'is not empty'] : [operator];
    })
    .join(', ');
}

const isEnd = ({ kind }: Token): boolean => kind === 'end';

function is(token: Token, text: string): boolean {
  return token.kind !== 'string' && token.kind !== 'end' && token.text.toLowerCase() === text;
}

function shown({ kind, text }: Token): string {
  if (kind === 'end') return 'the end';
  return kind === 'string' ? `the text "${text}"` : `"${text}"`;
}
