import { Injectable } from '@nestjs/common';
import { ConflictError, ValidationError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { Configuration } from '#config/configuration.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { unannounced } from '#core/events/domain-event.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { ViewsService } from '#modules/views/views.service.js';
import type { CalendarFeedResponse, CreateCalendarFeed, CreatedCalendarFeedResponse } from './calendar-feed.dto.js';
import { CalendarFeed } from './calendar-feed.entity.js';
import { CalendarFeedsRepository } from './calendar-feeds.repository.js';
import { feedTokenHash, makeFeedToken } from './feed-token.js';

/** Calendars of one user. */
const MOST_FEEDS = 20;
const CONTENTS = ['viewId', 'projectId', 'mine'] as const;

/** The calendars of the caller. */
@Injectable()
export class CalendarFeedsService {
  constructor(
    @InjectCompanyScoped(CalendarFeed) private readonly feeds: CompanyScopedRepository<CalendarFeed>,
    private readonly statements: CalendarFeedsRepository,
    private readonly callerCheck: CallerCheck,
    private readonly access: ProjectAccess,
    private readonly views: ViewsService,
    private readonly configuration: Configuration,
  ) {}

  findAll(context: RequestContext, query: PageQuery): Promise<List<CalendarFeedResponse>> {
    const own = new Conditions().equals('e.user_id', 'uuid', context.userId);
    return this.feeds.find(context, query, toResponse, own);
  }

  /** @throws ValidationError, NotFoundError of the view or project, ConflictError past the number of calendars */
  async create(context: RequestContext, input: CreateCalendarFeed): Promise<CreatedCalendarFeedResponse> {
    ensureOneContent(input);
    const { name, viewId = null, projectId = null } = input;
    const { userId } = context;
    const token = makeFeedToken(context.companyId);
    const insert = async (tx: TransactionContext) => {
      if (projectId) await this.access.ensureReachable(tx, [projectId]);
      if (viewId) await this.keepView(tx, viewId);
      // Its user is locked: no calendar can join meanwhile.
      if ((await this.statements.countOwn(tx)) >= MOST_FEEDS) {
        throw new ConflictError(`A user has at most ${MOST_FEEDS} calendar feeds; delete one first`);
      }
      const tokenHash = feedTokenHash(token);
      const feed = await this.feeds.insert(tx, { userId, name, viewId, projectId, tokenHash, lastReadAt: null });
      return { ...unannounced(feed), answer: { shownOnce: feed.id } };
    };
    const feed = await this.callerCheck.commit(context, insert, [userId]);
    return { ...toResponse(feed), url: `${this.configuration.publicUrl}/api/calendar/${token}.ics` };
  }

  /** It is there until the transaction ends. @throws NotFoundError when the caller does not see it */
  private async keepView(tx: TransactionContext, viewId: string): Promise<void> {
    await this.statements.lockView(tx, viewId);
    await this.views.getForTasks(tx, viewId);
  }

  /** @throws NotFoundError of what is another user's, too */
  async remove(context: RequestContext, id: string): Promise<void> {
    const own = { id, userId: context.userId };
    await this.feeds.require(context, own, 'Calendar feed');
    const remove = async (tx: TransactionContext) => {
      await this.feeds.requireForUpdate(tx, own, 'Calendar feed');
      await this.feeds.delete(tx, id);
      return unannounced(undefined);
    };
    await this.callerCheck.commit(context, remove);
  }
}

/** @throws ValidationError unless it says of what it is, once */
function ensureOneContent(input: CreateCalendarFeed): void {
  const given = CONTENTS.filter((name) => input[name] !== undefined);
  const [first, second] = given;
  if (first === undefined) throw new ValidationError({ viewId: `Give exactly one of ${CONTENTS.join(', ')}` });
  if (second !== undefined) throw new ValidationError({ [second]: `Cannot be given with ${first}` });
  if (input.mine === false) throw new ValidationError({ mine: 'Must be true' });
}

function toResponse({ id, name, viewId, projectId, createdAt, lastReadAt }: CalendarFeed): CalendarFeedResponse {
  return { id, name, viewId, projectId, mine: viewId === null && projectId === null, createdAt, lastReadAt };
}
