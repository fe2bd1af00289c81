import type { WrittenFormat } from './chat-format.js';
import { escapedText, lookAlikeText } from './chat-text.js';

/** What a message says. */
export interface ChatMessage {
  /** Who speaks. */
  readonly name: string;
  /** One for each action. */
  readonly lines: readonly string[];
  /** How many actions are in the activity log alone; 0 for none. */
  readonly more: number;
}

/** How messages of a format are written, and what its service takes. */
export interface ChatForm {
  readonly body: (message: ChatMessage) => object;
  /** In characters, or of a card in bytes. */
  readonly size: (body: object) => number;
  readonly mostSize: number;
  readonly mostActions: number;
  /** Most POSTs of a run. */
  readonly mostPosts: number;
}

const CARD = 'application/vnd.microsoft.card.adaptive';

const texts = (form: Pick<ChatForm, 'body' | 'mostSize'>): ChatForm => ({
  ...form,
  size: (body) => Math.max(...Object.values(body).map((value) => (typeof value === 'string' ? value.length : 0))),
  mostActions: Infinity,
  mostPosts: 50,
});

const inSlacksMarkdown = (message: ChatMessage) => ({ text: text(message, escapedText) });

const SLACK: ChatForm = {
  ...texts({ body: inSlacksMarkdown, mostSize: 10_000 }),
  mostActions: 20,
  mostPosts: 10,
};

export const CHAT_FORMS: Readonly<Record<WrittenFormat, ChatForm>> = {
  slack: SLACK,
  plain: SLACK,
  mattermost: texts({ body: inSlacksMarkdown, mostSize: 4_000 }),
  google_chat: texts({ body: (message) => ({ text: text(message, lookAlikeText) }), mostSize: 4_000 }),
  discord: texts({
    body: (message) => ({ content: text(message, lookAlikeText, '**'), allowed_mentions: { parse: [] } }),
    mostSize: 2_000,
  }),
  teams: {
    body: card,
    size: (body) => Buffer.byteLength(JSON.stringify(body)),
    mostSize: 25 * 1024,
    mostActions: 20,
    mostPosts: 10,
  },
};

function text({ name, lines, more }: ChatMessage, escape: (line: string) => string, bold = '*'): string {
  const parts = [`${bold}${escape(name)}${bold}`, ...lines.map((line) => `• ${escape(line)}`)];
  return [...parts, ...(more > 0 ? [`_${moreText(more)}_`] : [])].join('\n');
}

/** An Adaptive Card without actions and entities: what it says can call nobody. */
function card({ name, lines, more }: ChatMessage): object {
  const block = (line: string, look: object = {}) => ({ type: 'TextBlock', text: line, wrap: true, ...look });
  const body = [
    block(lookAlikeText(name), { weight: 'Bolder' }),
    ...lines.map((line) => block(`• ${lookAlikeText(line)}`)),
    ...(more > 0 ? [block(moreText(more), { isSubtle: true })] : []),
  ];
  const $schema = 'http://adaptivecards.io/schemas/adaptive-card.json';
  const content = { $schema, type: 'AdaptiveCard', version: '1.4', body };
  return { type: 'message', attachments: [{ contentType: CARD, contentUrl: null, content }] };
}

function moreText(count: number): string {
  return `${count} more are in the activity log.`;
}
