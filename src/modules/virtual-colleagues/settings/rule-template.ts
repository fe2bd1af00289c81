import { CUSTOM_NAMES, CUSTOM_PREFIX, type CustomName, type FieldDefinition, isCustomName } from '#schema/fields.js';

/** What a message of one's own may name, besides the company's own fields: `custom.<key>`. */
export const TEMPLATE_NAMES = [
  'task.tid',
  'task.title',
  'task.status',
  'task.priority',
  'task.due',
  'task.start',
  'project.name',
  'assignee.name',
  'to.name',
  'days.overdue',
  'days.unchanged',
  'hours.remaining',
] as const;

export type TemplateName = (typeof TEMPLATE_NAMES)[number] | CustomName;

/** A customer reads no names of people and no hours. */
const NOT_FOR_CUSTOMERS: readonly string[] = ['assignee.name', 'to.name', 'hours.remaining'];

/** A piece of a message: text, or the name of a value. */
export type TemplatePart = { readonly text: string } | { readonly name: TemplateName };

const OPEN = '{{';
const CLOSE = '}}';

/** A message that cannot be read; columns count code points from 1. */
class TemplateError extends Error {
  constructor(message: string, before: string) {
    super(`Column ${[...before].length + 1}: ${message}`);
  }
}

/** The pieces of a message that has been checked. */
export function templateParts(message: string): TemplatePart[] {
  const parts: TemplatePart[] = [];
  let at = 0;
  for (;;) {
    const begin = message.indexOf(OPEN, at);
    const text = message.slice(at, begin < 0 ? undefined : begin);
    if (text !== '') parts.push({ text });
    if (begin < 0) return parts;
    const end = message.indexOf(CLOSE, begin);
    if (end < 0) throw new TemplateError(`"${OPEN}" has no "${CLOSE}"`, message.slice(0, begin));
    const inner = message.slice(begin + OPEN.length, end);
    const name = inner.trim();
    if (!isTemplateName(name)) {
      const leading = inner.length - inner.trimStart().length;
      const known = [...TEMPLATE_NAMES, CUSTOM_NAMES.shown].join(', ');
      throw new TemplateError(`unknown name "${name}"; one of ${known}`, message.slice(0, begin + 2 + leading));
    }
    parts.push({ name });
    at = end + CLOSE.length;
  }
}

/** A message with own fields named by the keys that they have here; others keep their names. */
export function withKeysHere(message: string, keys: ReadonlyMap<string, string>): string {
  return message.replace(/\{\{\s*custom\.([a-z0-9_]+)\s*\}\}/g, (whole, key: string) => {
    const here = keys.get(key);
    return here === undefined ? whole : `{{${CUSTOM_PREFIX}${here}}}`;
  });
}

/** The company's own fields that a message names. */
export function customNamesIn(message: string): CustomName[] {
  return templateParts(message).flatMap((part) => ('name' in part && isCustomName(part.name) ? [part.name] : []));
}

/** What is wrong with a message, if anything. A field that is not among `fields` may have been deleted: it is a dash. */
export function templateProblem(
  message: string,
  isForCustomer: boolean,
  fields: readonly FieldDefinition[] = [],
): string | undefined {
  try {
    const persons = fields.filter(({ type }) => type === 'person').map(({ key }) => `custom.${key}`);
    const refused = templateParts(message).find(
      (part) => 'name' in part && (NOT_FOR_CUSTOMERS.includes(part.name) || persons.includes(part.name)),
    );
    if (!isForCustomer || refused === undefined || !('name' in refused)) return undefined;
    const place = message.slice(0, message.indexOf(refused.name));
    return new TemplateError(`a customer hears no names of people and no hours, so not "${refused.name}"`, place)
      .message;
  } catch (error) {
    if (error instanceof TemplateError) return error.message;
    throw error;
  }
}

function isTemplateName(name: string): name is TemplateName {
  return (TEMPLATE_NAMES as readonly string[]).includes(name) || CUSTOM_NAMES.pattern.test(name);
}
