import type { WrittenFormat } from './chat-format.js';
import { chatPosts } from './chat-posts.js';

const actionsOf = (messages: readonly string[]) =>
  messages.map((message, index) => ({ id: String(index), taskId: `task-${index % 3}`, message }));

const posts = (format: WrittenFormat, messages: readonly string[], threadPerTask = false) =>
  chatPosts(format, { name: 'Steve', actions: actionsOf(messages), threadPerTask });

/** The text of a body, or of all blocks of a card. */
function textOf(body: string): string {
  const { text, content, attachments } = JSON.parse(body) as {
    text?: string;
    content?: string;
    attachments?: [{ content: { body: { text: string }[] } }];
  };
  return text ?? content ?? attachments![0].content.body.map((block) => block.text).join('\n');
}

const MOST: Record<WrittenFormat, { characters: number; actions: number; posts: number }> = {
  slack: { characters: 10_000, actions: 20, posts: 10 },
  plain: { characters: 10_000, actions: 20, posts: 10 },
  teams: { characters: Infinity, actions: 20, posts: 10 },
  discord: { characters: 2_000, actions: Infinity, posts: 50 },
  google_chat: { characters: 4_000, actions: Infinity, posts: 50 },
  mattermost: { characters: 4_000, actions: Infinity, posts: 50 },
};
const FORMATS = Object.keys(MOST) as WrittenFormat[];

describe.each(FORMATS)('messages of %s', (format) => {
  const most = MOST[format];

  it('are as full as they may be, and cut no action in two', () => {
    const messages = Array.from({ length: 45 }, (_, index) => `${index} ${'é'.repeat((index * 37) % 700)}.`);
    const made = posts(format, messages);
    expect(made.flatMap(({ ids }) => ids)).toEqual(messages.map((_, index) => String(index)));
    for (const [index, { body, ids }] of made.entries()) {
      const text = textOf(body);
      expect(text.length).toBeLessThanOrEqual(most.characters);
      expect(Buffer.byteLength(body)).toBeLessThanOrEqual(format === 'teams' ? 25 * 1024 : Infinity);
      expect(text.split('\n').slice(1)).toEqual(ids.map((id) => `• ${messages[Number(id)]}`));
      const next = made[index + 1];
      const wouldBe = next ? text.length + textOf(next.body).split('\n')[1]!.length + 1 : Infinity;
      expect(ids.length === most.actions || wouldBe > most.characters || format === 'teams').toBe(true);
    }
  });

  it('cut an action that alone is too long, between characters', () => {
    const [post, ...others] = posts(format, ['<@&'.repeat(9_000)]);
    expect(others).toEqual([]);
    const text = textOf(post!.body);
    expect(text).toMatch(/(&lt;|&amp;|@\u200b|＜|＆)…$/);
    if (most.characters < Infinity) {
      expect(text.length).toBeLessThanOrEqual(most.characters);
      expect(text.length).toBeGreaterThan(most.characters - 6);
    } else expect(Buffer.byteLength(post!.body)).toBeGreaterThan(25 * 1024 - 10);
  });

  it('say at the end of the last one how many actions are left', () => {
    const messages = Array.from({ length: 1_200 }, (_, index) => `${index} ${'x'.repeat(200)}`);
    const made = posts(format, messages);
    expect(made).toHaveLength(most.posts);
    const told = made.flatMap(({ ids }) => ids).length;
    const last = textOf(made.at(-1)!.body);
    expect(last.split('\n').at(-1)!.replaceAll('_', '')).toBe(`${1_200 - told} more are in the activity log.`);
    expect(last.length).toBeLessThanOrEqual(most.characters);
    expect(made.slice(0, -1).filter(({ body }) => body.includes('more are in'))).toEqual([]);
  });
});

it('begins no message for nothing', () => {
  for (const format of FORMATS) expect(posts(format, [])).toEqual([]);
});

it('has a thread for each task, and none for what is about no task', () => {
  const actions = [...actionsOf(['a', 'b', 'c', 'd']), { id: 'digest', taskId: null, message: 'sum' }];
  const made = chatPosts('google_chat', { name: 'Steve', actions, threadPerTask: true });
  expect(made.map(({ body, ids, thread }) => [JSON.parse(body), ids, thread])).toEqual([
    [{ text: '*Steve*\n• a\n• d', thread: { threadKey: 'task-0' } }, ['0', '3'], 'task-0'],
    [{ text: '*Steve*\n• b', thread: { threadKey: 'task-1' } }, ['1'], 'task-1'],
    [{ text: '*Steve*\n• c', thread: { threadKey: 'task-2' } }, ['2'], 'task-2'],
    [{ text: '*Steve*\n• sum' }, ['digest'], null],
  ]);
});

it('says how many are left with threads, too', () => {
  const actions = Array.from({ length: 60 }, (_, index) => ({ id: `${index}`, taskId: `${index}`, message: 'x' }));
  const made = chatPosts('google_chat', { name: 'Steve', actions, threadPerTask: true });
  expect(made).toHaveLength(50);
  expect(textOf(made[49]!.body)).toBe('*Steve*\n• x\n_10 more are in the activity log._');
});
