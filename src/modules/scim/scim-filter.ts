import { ScimRequestError } from '#common/errors/scim-errors.js';
import { isStorableText } from '#common/validation/text.js';
import { isUuid } from '#common/validation/uuid.js';

/** What the attributes of a resource are compared with, in SQL; `$` stands for the value. */
export type Comparisons = Readonly<Record<string, { readonly type: 'text' | 'id' | 'flag'; readonly sql: string }>>;

/** Conditions and the values of their parameters. */
interface Filter {
  /** Begins with AND; empty without a filter. */
  readonly condition: string;
  readonly values: readonly unknown[];
}

/** How Entra names the one address of a user. */
const WORK_EMAIL = 'emails[type eq "work"].value';

const TERM = /^\s*(emails\[type eq "work"\]\.value|[\w:.$-]+)\s+eq\s+("(?:[^"\\]|\\.)*"|[\w.+-]+)\s*/i;
const AND = /^and\s/i;

/** Not that of a parameter with a number. */
const PLACEHOLDER = /\$(?!\d)/;

const NAME_PARTS = 'familyname givenname middlename honorificprefix honorificsuffix formatted';
const ADDRESS_PARTS = 'formatted streetaddress locality region postalcode country type primary';
const LISTED = 'emails phonenumbers ims photos groups entitlements roles x509certificates';
const LISTED_PARTS = 'value $ref display type primary';
const SINGLE = `nickname profileurl title usertype preferredlanguage locale timezone employeenumber costcenter organization
  division department manager name addresses members`;
const META = 'resourcetype created lastmodified location version';

const parts = (names: string, below: string): string[] =>
  names.split(/\s+/).flatMap((name) => [name, ...below.split(' ').map((part) => `${name}.${part}`)]);

/** Attributes that every resource has, and those of each kind (RFC 7643, 3.1, 4 and 8.7). */
const COMMON = ['schemas', 'id', 'externalid', ...parts('meta', META)];
const ATTRIBUTES = {
  User: new Set([
    ...COMMON,
    'username',
    'displayname',
    'active',
    ...SINGLE.split(/\s+/).filter((name) => name !== 'members'),
    ...parts('name', NAME_PARTS),
    ...parts(LISTED, LISTED_PARTS),
    ...parts('addresses', ADDRESS_PARTS),
    ...parts('manager', 'value $ref displayname'),
  ]),
  Group: new Set([...COMMON, 'displayname', ...parts('members', 'value $ref display type')]),
} as const;

/**
 * Reads a filter of a list: one or more `<attribute> eq <value>`, with `and` between them. Attributes of RFC 7643 that
 * are not kept match nothing. `known` is by names in lower case; parameters are numbered from `first`.
 *
 * @throws ScimRequestError
 */
export function readFilter(
  filter: unknown,
  resource: keyof typeof ATTRIBUTES,
  known: Comparisons,
  first: number,
): Filter {
  if (filter === undefined) return { condition: '', values: [] };
  const conditions: string[] = [];
  const values: unknown[] = [];
  for (const [name, text] of termsOf(filter)) {
    const attribute = name.toLowerCase() === WORK_EMAIL ? 'emails.value' : withoutSchema(name).toLowerCase();
    const comparison = known[attribute];
    const value = valueOf(text);
    if (value === undefined || !ATTRIBUTES[resource].has(attribute)) throw refusal();
    if (!comparison) {
      conditions.push('FALSE');
    } else if (typeof value !== (comparison.type === 'flag' ? 'boolean' : 'string')) {
      throw refusal();
    } else if (comparison.type === 'id' && !isUuid(value as string)) {
      conditions.push('FALSE');
    } else {
      values.push(value);
      conditions.push(comparison.sql.replace(PLACEHOLDER, `$$${first + values.length - 1}`));
    }
  }
  return { condition: conditions.map((condition) => ` AND ${condition}`).join(''), values };
}

function* termsOf(filter: unknown): Generator<[name: string, value: string]> {
  if (typeof filter !== 'string') throw refusal();
  for (let rest = filter; ;) {
    const term = TERM.exec(rest);
    if (!term) throw refusal();
    yield [term[1] as string, term[2] as string];
    rest = rest.slice(term[0].length);
    if (rest === '') return;
    const and = AND.exec(rest);
    if (!and || !/\s/.test(term[0].at(-1) ?? '')) throw refusal();
    rest = rest.slice(and[0].length);
  }
}

/** Attributes may be written with the URN of their schema (RFC 7644, 3.10). */
export function withoutSchema(attribute: string): string {
  return attribute.replace(
    /^urn:ietf:params:scim:schemas:(?:core:2\.0:(?:User|Group)|extension:enterprise:2\.0:User):/i,
    '',
  );
}

/** `true` and `false` are written in any case. */
function valueOf(text: string): unknown {
  try {
    const value: unknown = JSON.parse(/^(true|false)$/i.test(text) ? text.toLowerCase() : text);
    return typeof value !== 'string' || isStorableText(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function refusal(): ScimRequestError {
  return new ScimRequestError(
    'invalidFilter',
    'The filter must be of the form <attribute> eq "<value>", with "and" between several; true and false without quotes',
  );
}
