import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { OutboundHttp } from '../../../core/outbound/outbound-http.js';
import { chatText } from './chat-text.js';

/** What one scan may send to a chat (decisions 10). */
const ACTIONS_A_POST = 20;
const POSTS_A_SCAN = 10;

/** Most actions of a scan that are sent; the others are in the log. */
export const MOST_SENT = ACTIONS_A_POST * POSTS_A_SCAN;

const TIMEOUT = 10_000;
/** Milliseconds before the second and the third attempt. */
const RETRY_DELAYS = [500, 1_000];

/** The first `messages` of a scan that has made `total` actions. */
export interface ChatMessages {
  /** Who speaks. */
  name: string;
  messages: readonly string[];
  total: number;
  /** Aborts when the service stops. */
  signal: AbortSignal;
}

/** How many messages the chat took, and why it refused the others. */
export interface ChatOutcome {
  sent: number;
  error: string | null;
}

/** Sends actions to a chat's incoming webhook as `{text}`, in Slack's markdown, which many chats know. */
@Injectable()
export class ChatSender {
  constructor(private readonly outbound: OutboundHttp) {}

  /** Stops at the first POST that fails with its retries. Never throws. */
  async send(url: string, { name, messages, total, signal }: ChatMessages): Promise<ChatOutcome> {
    for (let sent = 0; sent < messages.length; sent += ACTIONS_A_POST) {
      const group = messages.slice(sent, sent + ACTIONS_A_POST);
      const isLast = sent + group.length === messages.length;
      const lines = [`*${chatText(name)}*`, ...group.map((message) => `• ${chatText(message)}`)];
      if (isLast && total > messages.length) lines.push(`_${total - messages.length} more are in the activity log._`);
      const error = await this.post(url, JSON.stringify({ text: lines.join('\n') }), signal);
      if (error !== null) return { sent, error };
    }
    return { sent: messages.length, error: null };
  }

  private async post(url: string, body: string, signal: AbortSignal): Promise<string | null> {
    const request = { headers: { 'Content-Type': 'application/json' }, body, timeoutMs: TIMEOUT, signal };
    let { error } = await this.outbound.post(url, request);
    for (const pause of RETRY_DELAYS) {
      if (error === null || signal.aborted) break;
      await delay(pause, undefined, { signal }).catch(() => undefined);
      ({ error } = await this.outbound.post(url, request));
    }
    return error;
  }
}
