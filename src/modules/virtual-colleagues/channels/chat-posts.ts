import { textOf } from '../rules/sentence.js';
import type { ChatEntry } from './chat-entries.js';
import type { WrittenFormat } from './chat-format.js';
import { CHAT_FORMS, type ChatForm } from './chat-forms.js';
import { linked } from './links.js';

/** A POST to a chat. */
export interface ChatPost {
  readonly body: string;
  /** The actions that it tells. */
  readonly ids: readonly string[];
  /** What its thread is known by; null for none. */
  readonly thread: string | null;
}

interface ToTell {
  readonly name: string;
  readonly entries: readonly ChatEntry[];
  readonly threadPerTask?: boolean | undefined;
  /** Where people reach the service; null: nothing links there. */
  readonly linkUrl: string | null;
}

/**
 * The POSTs that tell of the entries, as many as a run may send. No entry is cut in two, unless it is
 * too long for a message of its own; the last POST says how many actions are left out.
 */
export function chatPosts(
  format: WrittenFormat,
  { name, entries, threadPerTask = false, linkUrl }: ToTell,
): ChatPost[] {
  const form = CHAT_FORMS[format];
  const groups = threadPerTask ? [...Map.groupBy(entries, ({ taskId }) => taskId)] : [[null, entries] as const];
  const all = actionsIn(entries);
  const posts: ChatPost[] = [];
  let told = 0;
  for (const [thread, group] of groups) {
    for (let rest = group; rest.length > 0;) {
      if (posts.length === form.mostPosts) return posts;
      const before = told;
      const whole = filled(form, { name, linkUrl }, rest);
      const isCutOff = posts.length === form.mostPosts - 1 && told + actionsIn(rest.slice(0, whole.count)) < all;
      const left = (count: number) => all - before - actionsIn(rest.slice(0, count));
      const { body, count } = isCutOff ? filled(form, { name, linkUrl }, rest, left) : whole;
      const content = thread === null ? body : { ...body, thread: { threadKey: thread } };
      const said = rest.slice(0, count);
      posts.push({ body: JSON.stringify(content), ids: said.flatMap(({ ids }) => ids), thread });
      told += actionsIn(said);
      rest = rest.slice(count);
    }
  }
  return posts;
}

const actionsIn = (entries: readonly ChatEntry[]): number => entries.reduce((sum, { ids }) => sum + ids.length, 0);

/** A message with as many of the entries as fit; `left` says how many actions it leaves out when it has so many. */
function filled(
  form: ChatForm,
  { name, linkUrl }: Pick<ToTell, 'name' | 'linkUrl'>,
  entries: readonly ChatEntry[],
  left: (count: number) => number = () => 0,
): { body: object; count: number } {
  const linkedEntries = entries.slice(0, Math.min(form.mostActions, entries.length)).map((entry) => ({
    header: entry.header,
    lines: entry.lines.map((line) => linked(line, linkUrl)),
  }));
  const bodyOf = (said: typeof linkedEntries, count: number) => form.body({ name, entries: said, more: left(count) });
  const fits = (body: object) => form.size(body) <= form.mostSize;
  let [body, count] = [bodyOf(linkedEntries.slice(0, 1), 1), 1];
  if (!fits(body)) {
    const [first] = entries as readonly [ChatEntry];
    const text = first.lines.map(textOf).join(' ');
    return { body: longest(text, (line) => bodyOf([{ header: first.header, lines: [[line]] }], 1), fits), count };
  }
  for (let next = 2; next <= linkedEntries.length; next += 1) {
    const longer = bodyOf(linkedEntries.slice(0, next), next);
    if (!fits(longer)) break;
    [body, count] = [longer, next];
  }
  return { body, count };
}

/** The body with the longest beginning of the line that fits. */
function longest(line: string, bodyOf: (line: string) => object, fits: (body: object) => boolean): object {
  const characters = Array.from(line);
  const cut = (length: number) => bodyOf(`${characters.slice(0, length).join('')}…`);
  let [fitting, tooLong] = [0, characters.length];
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(cut(middle))) fitting = middle;
    else tooLong = middle;
  }
  return cut(fitting);
}
