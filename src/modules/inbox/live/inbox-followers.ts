import { Injectable, Logger } from '@nestjs/common';
import { UserCache } from '#core/access/user-cache.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { OnPersonalStream } from '#core/events/event.hooks.js';
import type { InboxEntryResponse } from '../inbox.dto.js';
import { OnInboxNews } from '../inbox.hooks.js';
import { InboxService } from '../inbox.service.js';

/** Entries that are read at once for one follower. */
const MOST_ENTRIES = 200;

/** Who follows their inbox, and what they have not been told yet. */
interface Follower {
  readonly context: RequestContext;
  readonly write: (frame: string) => void;
  readonly waiting: Set<string>;
  /** The counts alone are to be said. */
  isCountDue: boolean;
  isRunning: boolean;
  isGone: boolean;
}

/** Tells the followers of this process what changes in their inboxes. */
@Injectable()
export class InboxFollowers {
  private readonly logger = new Logger(InboxFollowers.name);
  private readonly followers = new Map<string, Set<Follower>>();

  constructor(
    private readonly inbox: InboxService,
    private readonly users: UserCache,
  ) {}

  @OnInboxNews()
  hear(companyId: string | undefined, userId: string | undefined, entryId: string | null): void {
    const all = [...this.followers.values()].flatMap((ofUser) => [...ofUser]);
    const ofUser = userId === undefined ? all : [...(this.followers.get(userId) ?? [])];
    for (const follower of ofUser) {
      if (companyId !== undefined && follower.context.companyId !== companyId) continue;
      if (entryId === null) follower.isCountDue = true;
      else follower.waiting.add(entryId);
      void this.run(follower);
    }
  }

  /** Writes the counts at once, then every change. Returns how to end that. */
  @OnPersonalStream()
  follow(context: RequestContext, write: (frame: string) => void): () => void {
    const { userId } = context;
    const follower: Follower = {
      context,
      write,
      waiting: new Set(),
      isCountDue: true,
      isRunning: false,
      isGone: false,
    };
    this.followers.set(userId, (this.followers.get(userId) ?? new Set()).add(follower));
    void this.run(follower);
    return () => {
      follower.isGone = true;
      const others = this.followers.get(userId);
      others?.delete(follower);
      if (others?.size === 0) this.followers.delete(userId);
    };
  }

  private async run(follower: Follower): Promise<void> {
    if (follower.isRunning) return;
    follower.isRunning = true;
    try {
      while (!follower.isGone && (follower.isCountDue || follower.waiting.size > 0)) await this.tell(follower);
    } catch (error) {
      this.logger.warn(`An inbox cannot be streamed at the moment: ${(error as Error).message}`);
    } finally {
      follower.isRunning = false;
    }
  }

  private async tell(follower: Follower): Promise<void> {
    const ids = [...follower.waiting].slice(0, MOST_ENTRIES);
    for (const id of ids) follower.waiting.delete(id);
    const { isCountDue } = follower;
    follower.isCountDue = false;
    const user = await this.users.find(follower.context);
    const context = { ...follower.context, role: user?.role ?? follower.context.role };
    const entries = ids.length > 0 ? await this.inbox.findSome(context, ids) : [];
    const counts = await this.inbox.countOpen(context);
    const shown: (InboxEntryResponse | null)[] = isCountDue ? [null, ...entries.reverse()] : entries.reverse();
    for (const entry of shown) follower.write(`event: inbox\ndata: ${JSON.stringify({ ...counts, entry })}\n\n`);
  }
}
