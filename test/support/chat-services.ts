import type { ServerResponse } from 'node:http';
import type { Chat } from './chat.js';

/** What a service does with a message: the status, and the body that goes with it. */
type Verdict = [status: number, body?: string | object, headers?: Record<string, string>];

interface Card {
  type: string;
  attachments: { contentType: string; content: { type: string; version: string; body: object[] } }[];
}

const isText = (value: unknown, most: number): boolean =>
  typeof value === 'string' && value.length > 0 && value.length <= most;

/** How the services answer, by what they say of themselves: each refuses what is too long or not as it wants it. */
export const CHAT_SERVICES: Record<string, (post: Record<string, unknown>) => Verdict> = {
  slack: ({ text, ...others }) =>
    isText(text, 40_000) && Object.keys(others).length === 0 ? [200, 'ok'] : [400, 'invalid_payload'],
  teams: (post) => {
    const { type, attachments } = post as unknown as Card;
    if (Buffer.byteLength(JSON.stringify(post)) > 28 * 1024) return [413, { error: { code: 'RequestEntityTooLarge' } }];
    const isCard = ({ contentType, content }: Card['attachments'][number]) =>
      contentType === 'application/vnd.microsoft.card.adaptive' && content.type === 'AdaptiveCard';
    return type === 'message' && attachments.every(isCard) ? [202] : [400, { error: { code: 'BadRequest' } }];
  },
  discord: ({ content }) =>
    isText(content, 2_000)
      ? [204]
      : [400, { code: 50_035, errors: { content: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } } }],
  google_chat: ({ text }) =>
    isText(text, 4_096) ? [200, { name: 'spaces/A/messages/1' }] : [400, { error: { status: 'INVALID_ARGUMENT' } }],
  mattermost: ({ text }) => (isText(text, 4_000) ? [200, 'ok'] : [400, { id: 'api.post.check_for_too_long' }]),
  plain: ({ text }) => (isText(text, 10_000) ? [200] : [413]),
};

/** How each of the services says that there were too many messages. */
const TOO_MANY: Record<string, Verdict> = {
  slack: [429, 'rate_limited', { 'Retry-After': '1' }],
  teams: [429, { error: { code: 'TooManyRequests' } }, { 'Retry-After': '1' }],
  discord: [429, { message: 'You are being rate limited.', retry_after: 0.25, global: false }],
  google_chat: [429, { error: { status: 'RESOURCE_EXHAUSTED' } }],
  mattermost: [429, 'limit exceeded', { 'Retry-After': '0.2' }],
  plain: [429, '', { 'Retry-After': new Date(0).toUTCString() }],
};

/** Has the chat answer as the service, after so many answers that there were too many messages. */
export function behaveAs(chat: Chat, service: string, refusals = 0): void {
  let left = refusals;
  chat.answer = (response) => {
    const post = chat.posts.at(-1) as unknown as Record<string, unknown>;
    const verdict = left-- > 0 ? TOO_MANY[service] : CHAT_SERVICES[service]?.(post);
    give(response, verdict as Verdict);
  };
}

function give(response: ServerResponse, [status, body = '', headers]: Verdict): void {
  response.writeHead(status, headers).end(typeof body === 'string' ? body : JSON.stringify(body));
}
