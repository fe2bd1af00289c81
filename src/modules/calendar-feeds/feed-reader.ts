import { createHash } from 'node:crypto';
import { HttpStatus, Injectable, StreamableFile } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { isRefusal, NotFoundError, RateLimitExceededError } from '#common/errors/app-error.js';
import { hasEntityTag } from '#common/http/entity-tag.js';
import { Configuration } from '#config/configuration.js';
import type { AnonymousContext, RequestContext } from '#core/company-scope/request-context.js';
import { anonymousClient } from '#core/rate-limit/rate-limit.js';
import { RateLimiter } from '#core/rate-limit/rate-limiter.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { TaskQueries } from '#modules/tasks/list/task-queries.service.js';
import { calendarFile } from './calendar-file.js';
import { CalendarFeedsRepository, type FoundFeed } from './calendar-feeds.repository.js';
import { companyOfToken, feedTokenHash } from './feed-token.js';

/** How far from now, either way, tasks are due, in milliseconds. */
const SPAN = 180 * 86_400_000;

/** Answers whoever has the address of a calendar. */
@Injectable()
export class FeedReader {
  constructor(
    private readonly feeds: CalendarFeedsRepository,
    private readonly limiter: RateLimiter,
    private readonly access: ProjectAccess,
    private readonly tasks: TaskQueries,
    private readonly configuration: Configuration,
  ) {}

  /**
   * The calendar as its maker may read it now; nothing when the client has it.
   *
   * @throws NotFoundError whatever is wrong, RateLimitExceededError
   */
  async readFeed(anonymous: AnonymousContext, file: string, reply: FastifyReply): Promise<StreamableFile | undefined> {
    const feed = await this.findFeed(anonymous, file);
    await this.count(feed, reply);
    if (!feed?.isActive) throw new NotFoundError('Calendar');
    const { companyId, userId, role } = feed;
    const context = { ...anonymous, companyId, userId, role, share: companyId };
    const text = await this.textOf(context, feed);
    return answer(text, reply);
  }

  private async findFeed(anonymous: AnonymousContext, file: string): Promise<FoundFeed | undefined> {
    const token = file.endsWith('.ics') ? file.slice(0, -'.ics'.length) : '';
    const companyId = companyOfToken(token);
    return companyId === undefined ? undefined : this.feeds.findByHash(anonymous, companyId, feedTokenHash(token));
  }

  /** Here and not before: only then it is known whether there is such a calendar. */
  private async count(feed: FoundFeed | undefined, reply: FastifyReply): Promise<void> {
    const { headers, retryAfter } = feed
      ? await this.limiter.count('calendar', `feed:${feed.id}`)
      : await this.limiter.count('auth', anonymousClient(reply.request.ip));
    void reply.headers(headers);
    if (retryAfter !== undefined) throw new RateLimitExceededError(retryAfter);
  }

  private async textOf(context: RequestContext, feed: FoundFeed): Promise<string> {
    const now = new Date();
    try {
      const { viewId, projectId } = feed;
      if (projectId) await this.access.getProject(context, projectId);
      const conditions = await this.tasks.narrowConditions(context, {
        ...(viewId ? { view: viewId } : projectId ? { projectId: [projectId] } : { assigneeId: ['me'] }),
        dueAfter: new Date(now.getTime() - SPAN).toISOString(),
        dueBefore: new Date(now.getTime() + SPAN).toISOString(),
      });
      const tasks = await this.feeds.findTasks(context, conditions, now.toISOString());
      await this.feeds.noteRead(context, feed.id, now.toISOString());
      return calendarFile(feed.name, tasks, this.configuration.publicUrl);
    } catch (error) {
      throw isRefusal(error) ? new NotFoundError('Calendar') : error;
    }
  }
}

function answer(text: string, reply: FastifyReply): StreamableFile | undefined {
  const tag = `"${createHash('sha256').update(text).digest('base64url')}"`;
  void reply.headers({ ETag: tag, 'Cache-Control': 'private, no-cache' });
  const known = reply.request.headers['if-none-match'];
  if (known !== undefined && hasEntityTag(known, tag)) {
    void reply.status(HttpStatus.NOT_MODIFIED);
    return undefined;
  }
  const bytes = Buffer.from(text);
  return new StreamableFile(bytes, { type: 'text/calendar; charset=utf-8', length: bytes.length });
}
