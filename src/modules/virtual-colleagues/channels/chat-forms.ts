import type { WrittenFormat } from './chat-format.js';
import { escapedText, lookAlikeText } from './chat-text.js';
import type { LinkedPiece } from './links.js';

/** What a message says. */
export interface ChatMessage {
  /** Who speaks. */
  readonly name: string;
  readonly entries: readonly MessageEntry[];
  /** How many actions are in the activity log alone; 0 for none. */
  readonly more: number;
}

/** What belongs together in a message, under a header that is said once. */
interface MessageEntry {
  readonly header: string | null;
  readonly lines: readonly (readonly LinkedPiece[])[];
}

/** How a chat writes people's text, and a link of ours. */
interface Style {
  readonly escape: (text: string) => string;
  readonly link: (text: string, url: string) => string;
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

const inAngles = (text: string, url: string) => `<${url}|${text}>`;
const inBrackets = (text: string, url: string) => `[${text}](${url})`;
const behind = (text: string, url: string) => `${text} (${url})`;

const inSlacksMarkdown = (link: Style['link']) => (message: ChatMessage) => ({
  text: text(message, { escape: escapedText, link }),
});

const slack = (link: Style['link']): ChatForm => ({
  ...texts({ body: inSlacksMarkdown(link), mostSize: 10_000 }),
  mostActions: 20,
  mostPosts: 10,
});

export const CHAT_FORMS: Readonly<Record<WrittenFormat, ChatForm>> = {
  slack: slack(inAngles),
  plain: slack(behind),
  mattermost: texts({ body: inSlacksMarkdown(inBrackets), mostSize: 4_000 }),
  google_chat: texts({
    body: (message) => ({ text: text(message, { escape: lookAlikeText, link: inAngles }) }),
    mostSize: 4_000,
  }),
  discord: texts({
    body: (message) => ({
      content: text(message, { escape: lookAlikeText, link: inBrackets }, '**'),
      allowed_mentions: { parse: [] },
    }),
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

function text({ name, entries, more }: ChatMessage, style: Style, bold = '*'): string {
  const parts = [`${bold}${style.escape(name)}${bold}`, ...linesOf(entries, style)];
  return [...parts, ...(more > 0 ? [`_${moreText(more)}_`] : [])].join('\n');
}

/** The lines of a message: a header, a dot before each entry, a dash before what belongs to it. */
function linesOf(entries: readonly MessageEntry[], { escape, link }: Style): string[] {
  let above: string | null = null;
  return entries.flatMap(({ header, lines }) => {
    const isNew = header !== null && header !== above;
    above = header;
    const written = lines.map((line, index) => {
      const said = line.map((piece) =>
        typeof piece === 'string' ? escape(piece) : link(escape(piece.text), piece.url),
      );
      return `${index === 0 ? '•' : '–'} ${said.join('')}`;
    });
    return isNew ? [escape(header), ...written] : written;
  });
}

/** An Adaptive Card without actions and entities: what it says can call nobody. */
function card({ name, entries, more }: ChatMessage): object {
  const block = (line: string, look: object = {}) => ({ type: 'TextBlock', text: line, wrap: true, ...look });
  const body = [
    block(lookAlikeText(name), { weight: 'Bolder' }),
    ...linesOf(entries, { escape: lookAlikeText, link: inBrackets }).map((line) => block(line)),
    ...(more > 0 ? [block(moreText(more), { isSubtle: true })] : []),
  ];
  const $schema = 'http://adaptivecards.io/schemas/adaptive-card.json';
  const content = { $schema, type: 'AdaptiveCard', version: '1.4', body };
  return { type: 'message', attachments: [{ contentType: CARD, contentUrl: null, content }] };
}

function moreText(count: number): string {
  return `${count} more are in the activity log.`;
}
