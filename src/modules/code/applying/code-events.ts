import { Inject, Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { onOwnWork } from '#core/company-scope/own-work.js';
import { changed } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import type { CodeConnection } from '../connections/code-connection.entity.js';
import { CodeConnectionsRepository } from '../connections/code-connections.repository.js';
import type { Account, CheckSeen, ForgeEvent } from '../forges/forge-event.js';
import { CodeLinksRepository } from '../links/code-links.repository.js';
import { CodeDeliveriesRepository, type LeasedDelivery } from '../receiving/code-deliveries.repository.js';
import { CodeFactsRepository } from './code-facts.repository.js';
import { Outcome } from './outcome.js';
import { PullRequests } from './pull-requests.js';
import { Pushes } from './pushes.js';

/** Applies what forges tell, in one transaction with the end of its delivery: once, in whatever order it comes. */
@Injectable()
export class CodeEvents {
  @Inject() private readonly adapter: HttpAdapterHost;

  constructor(
    private readonly connections: CodeConnectionsRepository,
    private readonly deliveries: CodeDeliveriesRepository,
    private readonly facts: CodeFactsRepository,
    private readonly links: CodeLinksRepository,
    private readonly pullRequests: PullRequests,
    private readonly pushes: Pushes,
    private readonly outbox: Outbox,
  ) {}

  /** `within` is a transaction that it is to be a part of. @throws LostLeaseError when another process applies it */
  async applyDelivery(delivery: LeasedDelivery, within?: TransactionContext): Promise<void> {
    const { companyId, connectionId, events } = delivery;
    const own: RequestContext = within ?? { ...onOwnWork(companyId, this.adapter), share: companyId };
    const connection = await this.connections.findConnection(own, companyId, connectionId);
    // Its deliveries are gone with it.
    if (!connection) return;
    const accounts = events.flatMap((event) => accountsOf(event));
    const userOf = await this.facts.findUsers(own, connectionId, accounts);
    await this.outbox.commit(actingFor(own, connection, doerOf(events, userOf)), async (tx) => {
      await this.facts.rememberAccounts(tx, connectionId, accounts);
      const outcome = new Outcome();
      for (const event of events) await this.applyOne(tx, connection, event, userOf, outcome);
      const { reason } = outcome;
      const tids = (await this.links.findPresent(tx, outcome.touched)).map(({ tid }) => tid);
      const status = reason === null ? 'applied' : 'ignored';
      await this.deliveries.finishDelivery(tx, delivery, { status, reason, tids });
      return changed(undefined, ...outcome.events);
    });
  }

  private async applyOne(
    tx: TransactionContext,
    connection: CodeConnection,
    event: ForgeEvent,
    userOf: (account: Account) => string | null,
    outcome: Outcome,
  ): Promise<void> {
    switch (event.kind) {
      case 'ping':
        outcome.note();
        break;
      case 'pull_request':
        await this.pullRequests.applyPullRequest(tx, connection, event, userOf, outcome);
        break;
      case 'push':
        await this.pushes.applyPush(tx, connection, event, userOf, outcome);
        break;
      case 'check':
        await this.applyCheck(tx, connection, event, outcome);
    }
  }

  /** It may come before the pull request: then it is kept for that. */
  private async applyCheck(
    tx: TransactionContext,
    { id }: CodeConnection,
    check: CheckSeen,
    outcome: Outcome,
  ): Promise<void> {
    await this.facts.lockThing(tx, check.sha);
    await this.facts.keepCheck(tx, id, check);
    const checks = await this.facts.findChecks(tx, check.sha);
    const present = await this.links.findPresent(tx, await this.links.setChecks(tx, check.sha, checks));
    outcome.touch(...present.map(({ id: taskId }) => taskId));
  }
}

function accountsOf(event: ForgeEvent): Account[] {
  if (event.kind === 'ping') return [];
  const authors = event.kind === 'push' ? event.commits.map(({ author }) => author) : [];
  return [event.by, ...(event.kind === 'pull_request' ? [event.author] : []), ...authors];
}

/** Who did it: the account, or else the author of the newest commit. */
function doerOf(events: readonly ForgeEvent[], userOf: (account: Account) => string | null): string | null {
  for (const account of events.flatMap((event) => doersOf(event))) {
    const userId = userOf(account);
    if (userId !== null) return userId;
  }
  return null;
}

function doersOf(event: ForgeEvent): Account[] {
  if (event.kind === 'ping') return [];
  const newest = event.kind === 'push' ? event.commits.at(-1)?.author : undefined;
  return newest ? [event.by, newest] : [event.by];
}

/** Histories name a user beside the integration: who did it, or who made the connection. */
function actingFor(
  own: RequestContext,
  { id, name, createdById }: CodeConnection,
  userId: string | null,
): RequestContext {
  return { ...own, userId: userId ?? createdById, automation: { type: 'integration', id, name, userId } };
}
