import type { ChatEntry } from './chat-entries.js';
import type { WrittenFormat } from './chat-format.js';
import { chatPosts } from './chat-posts.js';

const entryOf = (id: string, taskId: string | null, message: string) => ({
  ids: [id],
  taskId,
  header: null,
  lines: [[message]],
});

const entriesOf = (messages: readonly string[]) =>
  messages.map((message, index) => entryOf(String(index), `task-${index % 3}`, message));

const posts = (format: WrittenFormat, messages: readonly string[], threadPerTask = false) =>
  chatPosts(format, { name: 'Steve', entries: entriesOf(messages), threadPerTask, linkUrl: null });

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
  const entries = [...entriesOf(['a', 'b', 'c', 'd']), entryOf('digest', null, 'sum')];
  const made = chatPosts('google_chat', { name: 'Steve', entries, threadPerTask: true, linkUrl: null });
  expect(made.map(({ body, ids, thread }) => [JSON.parse(body), ids, thread])).toEqual([
    [{ text: '*Steve*\n• a\n• d', thread: { threadKey: 'task-0' } }, ['0', '3'], 'task-0'],
    [{ text: '*Steve*\n• b', thread: { threadKey: 'task-1' } }, ['1'], 'task-1'],
    [{ text: '*Steve*\n• c', thread: { threadKey: 'task-2' } }, ['2'], 'task-2'],
    [{ text: '*Steve*\n• sum' }, ['digest'], null],
  ]);
});

it('says how many are left with threads, too', () => {
  const entries = Array.from({ length: 60 }, (_, index) => entryOf(`${index}`, `${index}`, 'x'));
  const made = chatPosts('google_chat', { name: 'Steve', entries, threadPerTask: true, linkUrl: null });
  expect(made).toHaveLength(50);
  expect(textOf(made[49]!.body)).toBe('*Steve*\n• x\n_10 more are in the activity log._');
});

describe('entries with headers and links', () => {
  const entries: ChatEntry[] = [
    { ids: ['0'], taskId: 'a', header: 'Mia @all:', lines: [[{ tid: 'WEB-1' }, ' "WEB-2 <x>" is due.']] },
    {
      ids: ['1', '2'],
      taskId: 'b',
      header: 'Mia @all:',
      lines: [['See ', { text: 'WEB', path: '/projects/WEB/list' }]],
    },
    { ids: ['3'], taskId: null, header: null, lines: [['first'], ['second']] },
  ];
  const told = (format: WrittenFormat, linkUrl: string | null) =>
    textOf(chatPosts(format, { name: 'Steve', entries, linkUrl })[0]!.body)
      .split('\n')
      .slice(1);

  it('say a header once, and link tids in the form of the format', () => {
    const url = 'https://x.test/tasks/WEB-1';
    expect(told('slack', 'https://x.test')).toEqual([
      'Mia @\u200ball:',
      `• <${url}|WEB-1> "WEB-2 &lt;x&gt;" is due.`,
      '• See <https://x.test/projects/WEB/list|WEB>',
      '• first',
      '– second',
    ]);
    expect(told('google_chat', 'https://x.test')[1]).toBe(`• <${url}|WEB-1> "WEB-2 ＜x＞" is due.`);
    for (const format of ['teams', 'discord'] as const)
      expect(told(format, 'https://x.test')[1]).toBe(`• [WEB-1](${url}) "WEB-2 ＜x＞" is due.`);
    expect(told('mattermost', 'https://x.test')[1]).toBe(`• [WEB-1](${url}) "WEB-2 &lt;x&gt;" is due.`);
    expect(told('plain', 'https://x.test')[1]).toBe(`• WEB-1 (${url}) "WEB-2 &lt;x&gt;" is due.`);
  });

  it('link nowhere without an address', () => {
    expect(told('slack', null).slice(1, 3)).toEqual(['• WEB-1 "WEB-2 &lt;x&gt;" is due.', '• See WEB']);
  });

  it('repeat the header in the next message', () => {
    const many = Array.from({ length: 25 }, (_, index) => ({ ...entries[0]!, ids: [String(index)] }));
    const [first, second] = chatPosts('slack', { name: 'Steve', entries: many, linkUrl: null });
    for (const post of [first!, second!]) expect(textOf(post.body).split('\n')[1]).toBe('Mia @\u200ball:');
    expect(second!.ids).toHaveLength(5);
  });
});
