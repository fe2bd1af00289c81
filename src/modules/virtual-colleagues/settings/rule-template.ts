/** What a message of one's own may name. */
export const TEMPLATE_NAMES = [
  'task.tid',
  'task.title',
  'task.status',
  'task.priority',
  'task.due',
  'project.name',
  'assignee.name',
  'to.name',
  'days.overdue',
  'days.unchanged',
  'hours.remaining',
] as const;

export type TemplateName = (typeof TEMPLATE_NAMES)[number];

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
      const known = TEMPLATE_NAMES.join(', ');
      throw new TemplateError(`unknown name "${name}"; one of ${known}`, message.slice(0, begin + 2 + leading));
    }
    parts.push({ name });
    at = end + CLOSE.length;
  }
}

/** What is wrong with a message, if anything. */
export function templateProblem(message: string, isForCustomer: boolean): string | undefined {
  try {
    const refused = templateParts(message).find((part) => 'name' in part && NOT_FOR_CUSTOMERS.includes(part.name));
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
  return (TEMPLATE_NAMES as readonly string[]).includes(name);
}
