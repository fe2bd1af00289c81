import { CUSTOM_FIELD_TYPES, type CustomFieldType } from '#schema/fields.js';
import {
  CLEARABLE,
  CONTAINS,
  EQUALITY,
  type FieldType,
  type FilterField,
  type FilterOperator,
  type Kind,
  MOMENTS,
  ORDER,
  type OwnField,
  TRUTH,
} from './filter-fields.js';

interface TypeOfLanguage {
  readonly type: FieldType;
  readonly operators: readonly FilterOperator[];
  readonly kind?: Kind;
  readonly keywords?: readonly string[];
  readonly containsByColon?: boolean;
}

/** What the language makes of each type. */
const TYPES: Record<CustomFieldType, TypeOfLanguage> = {
  text: { type: 'text', operators: [...EQUALITY, ...CONTAINS, 'in', 'empty'], containsByColon: true },
  number: { type: 'number', operators: [...ORDER, 'empty'] },
  date: { type: 'date', operators: [...ORDER, 'empty'], keywords: MOMENTS },
  select: { type: 'enum', operators: CLEARABLE, kind: 'option' },
  multi_select: { type: 'enum', operators: CLEARABLE, kind: 'option' },
  person: { type: 'reference', operators: CLEARABLE, kind: 'user', keywords: ['me'] },
  url: { type: 'text', operators: [...CONTAINS, 'empty'], containsByColon: true },
  checkbox: { type: 'flag', operators: [...EQUALITY, 'empty'], keywords: TRUTH },
};

const EXAMPLES: Record<CustomFieldType, string> = {
  text: '~ acme',
  number: '> 3',
  date: '< today+7d',
  select: 'is not empty',
  multi_select: 'is not empty',
  person: '= me',
  url: '~ example.com',
  checkbox: '= true',
};

/** The field of the language that a company's own one is; `name` is how canonical text has it. */
export function filterFieldOf(own: OwnField, name: string, description: string | null = null): FilterField {
  const { type, operators, kind, keywords = [], containsByColon = false } = TYPES[own.type];
  const options = own.options.filter(({ archived }) => !archived).map((option) => option.name);
  return {
    name,
    aliases: name.startsWith('custom.') ? [] : [`custom.${own.key}`],
    type,
    operators,
    values: kind === 'option' ? options : keywords.length > 0 ? keywords : null,
    keywords,
    kind,
    containsByColon,
    noun: `option of ${name}`,
    description: description ?? own.name,
    example: `${name} ${EXAMPLES[own.type]}`,
    own,
  };
}

const STORED = new RegExp(`^custom\\.(${CUSTOM_FIELD_TYPES.join('|')})\\.([0-9a-f-]{36})$`);

/** The field of a stored text, where it is named by type and id; what it is called now is looked up when that matters. */
export function storedFieldOf(word: string): FilterField | undefined {
  const [, type, id = ''] = STORED.exec(word) ?? [];
  if (type === undefined) return undefined;
  const own = { id, type: type as CustomFieldType, key: '', name: '', options: [], projectIds: null, isDeleted: true };
  return filterFieldOf(own, word);
}

/** The name that a stored text has for the field. */
export function storedNameOf({ type, id }: Pick<OwnField, 'type' | 'id'>): string {
  return `custom.${type}.${id}`;
}
