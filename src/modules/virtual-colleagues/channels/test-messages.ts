import { Injectable } from '@nestjs/common';
import { ConflictError } from '#common/errors/app-error.js';
import { CallerCheck } from '#core/access/caller-check.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { Mailer } from '#core/mail/mailer.js';
import { nameInMail } from '#core/mail/name-in-mail.js';
import {
  type ColleagueRow,
  UNREADABLE_CHAT_URL,
  VirtualColleaguesRepository,
} from '../virtual-colleagues.repository.js';
import { AddresseesRepository } from './addressees.repository.js';
import { isRetired, writtenFormat } from './chat-format.js';
import { chatPosts, type ChatPost } from './chat-posts.js';
import { ChatSender } from './chat-sender.js';
import type { TestedChannel, TestMessageResponse } from './test-message.dto.js';

const TEXT = 'This is a test message.';

/** Why a message was not sent; null when it was. */
type Reason = TestMessageResponse['reason'];

/** Tries the channels of colleagues, disabled ones too. */
@Injectable()
export class TestMessages {
  constructor(
    private readonly colleagues: VirtualColleaguesRepository,
    private readonly users: AddresseesRepository,
    private readonly callerCheck: CallerCheck,
    private readonly outbox: Outbox,
    private readonly chat: ChatSender,
    private readonly mailer: Mailer,
  ) {}

  /** @throws NotFoundError, ConflictError when the channel is not configured */
  async sendMessage(request: RequestContext, id: string, channel: TestedChannel): Promise<TestMessageResponse> {
    const { colleague, email } = await this.callerCheck.commit(request, async (tx) => {
      const found = await this.colleagues.getOneForUpdate(tx, id);
      ensureConfigured(found, channel);
      return { ...unannounced({ colleague: found, email: await this.users.getOwnEmail(tx) }), answer: 'later' };
    });
    const start = performance.now();
    const reason = channel === 'chat' ? await this.post(colleague) : await this.mail(request, colleague, email);
    const durationMs = Math.round(performance.now() - start);
    const sent: TestMessageResponse = { status: reason === null ? 'sent' : 'failed', reason, durationMs };
    return this.outbox.commit(request, () => Promise.resolve(unannounced(sent)));
  }

  private async post({ name, chatUrl, notifications }: ColleagueRow): Promise<Reason> {
    if (chatUrl === null || chatUrl === UNREADABLE_CHAT_URL || isRetired(chatUrl)) return 'address_refused';
    const format = writtenFormat(chatUrl, notifications.chat?.format);
    const [post] = chatPosts(format, {
      name,
      linkUrl: null,
      entries: [{ ids: [''], taskId: null, header: null, lines: [[TEXT]] }],
    });
    const { statusCode, error, failure } = await this.chat.sendOnce(chatUrl, post as ChatPost);
    return error === null ? null : (failure ?? `http_${statusCode}`);
  }

  private async mail({ log }: RequestContext, { name }: ColleagueRow, to: string): Promise<Reason> {
    const subject = `Test message of ${nameInMail(name, 'a virtual colleague')}`;
    try {
      await this.mailer.send(log, { to, subject, text: `${TEXT}\n` });
      return null;
    } catch (error) {
      log.warn({ err: error }, 'A test mail could not be sent');
      return 'smtp';
    }
  }
}

function ensureConfigured({ chatUrl, notifications }: ColleagueRow, channel: TestedChannel): void {
  const isConfigured = channel === 'chat' ? chatUrl !== null : notifications.mail !== undefined;
  if (!isConfigured) throw new ConflictError(`The colleague has no ${channel}; set notifications.${channel} first`);
}
