import type { WrittenFormat } from './chat-format.js';
import { CHAT_FORMS, type ChatForm } from './chat-forms.js';

/** What a chat is told of an action. */
export interface ChatAction {
  readonly id: string;
  readonly taskId: string | null;
  readonly message: string;
}

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
  readonly actions: readonly ChatAction[];
  readonly threadPerTask?: boolean | undefined;
}

/**
 * The POSTs that tell of the actions, as many as a run may send. No action is cut in two, unless it is
 * too long for a message of its own; the last POST says how many are left out.
 */
export function chatPosts(format: WrittenFormat, { name, actions, threadPerTask = false }: ToTell): ChatPost[] {
  const form = CHAT_FORMS[format];
  const groups = threadPerTask ? [...Map.groupBy(actions, ({ taskId }) => taskId)] : [[null, actions] as const];
  const posts: ChatPost[] = [];
  let told = 0;
  for (const [thread, group] of groups) {
    for (let rest = group; rest.length > 0;) {
      if (posts.length === form.mostPosts) return posts;
      const before = told;
      const whole = filled(form, name, rest);
      const isCutOff = posts.length === form.mostPosts - 1 && told + whole.count < actions.length;
      const { body, count } = isCutOff ? filled(form, name, rest, (more) => actions.length - before - more) : whole;
      const content = thread === null ? body : { ...body, thread: { threadKey: thread } };
      posts.push({ body: JSON.stringify(content), ids: rest.slice(0, count).map(({ id }) => id), thread });
      told += count;
      rest = rest.slice(count);
    }
  }
  return posts;
}

/** A message with as many of the actions as fit; `left` says how many others it names when it has so many. */
function filled(
  form: ChatForm,
  name: string,
  actions: readonly ChatAction[],
  left: (count: number) => number = () => 0,
): { body: object; count: number } {
  const lines = actions.map(({ message }) => message);
  const bodyOf = (said: readonly string[]) => form.body({ name, lines: said, more: left(said.length) });
  const fits = (body: object) => form.size(body) <= form.mostSize;
  const most = Math.min(form.mostActions, lines.length);
  let [body, count] = [bodyOf(lines.slice(0, 1)), 1];
  if (!fits(body)) return { body: longest(lines[0] as string, (line) => bodyOf([line]), fits), count };
  for (let next = 2; next <= most; next += 1) {
    const longer = bodyOf(lines.slice(0, next));
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
