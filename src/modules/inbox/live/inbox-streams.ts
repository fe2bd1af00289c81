import type { ServerResponse } from 'node:http';
import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import { ServiceUnavailableError } from '#common/errors/app-error.js';
import { LongLivedCredentials } from '#core/access/long-lived-credentials.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { StreamSlots } from '#core/http/stream-slots.js';
import { InboxFollowers } from './inbox-followers.js';

/** Milliseconds between two comments, and bytes that may wait for the client. */
const COMMENT_INTERVAL = 15_000;
const MOST_UNSENT = 256 * 1024;

/** Streams that carry the inbox alone. */
@Injectable()
export class InboxStreams implements OnModuleDestroy {
  private readonly responses = new Set<ServerResponse>();
  private isStopping = false;

  constructor(
    private readonly followers: InboxFollowers,
    private readonly slots: StreamSlots,
    private readonly credentials: LongLivedCredentials,
  ) {}

  onModuleDestroy(): void {
    this.isStopping = true;
    for (const response of this.responses) response.end();
  }

  /** @throws RateLimitExceededError when there are too many streams */
  openStream(context: RequestContext, begin: () => ServerResponse): Promise<void> {
    if (this.isStopping) throw new ServiceUnavailableError('The service is stopping', { retryAfter: 1 });
    const release = this.slots.take(context, () => response.end());
    const response = begin();
    const isOpen = () => !response.writableEnded && !response.destroyed;
    const write = (text: string) => {
      if (!isOpen()) return;
      if (response.writableLength > MOST_UNSENT) response.destroy();
      else response.write(text);
    };
    const comments = setInterval(() => write(':\n\n'), COMMENT_INTERVAL).unref();
    const forget = this.credentials.hold(context, () => response.end());
    const leave = this.followers.follow(context, write);
    this.responses.add(response);
    const close = () => {
      release();
      forget();
      leave();
      clearInterval(comments);
      this.responses.delete(response);
    };
    if (isOpen()) response.once('close', close);
    else close();
    return Promise.resolve();
  }
}
