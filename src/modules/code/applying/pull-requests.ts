import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { TaskHistory } from '#modules/tasks/history/task-history.service.js';
import type { CodeConnection } from '../connections/code-connection.entity.js';
import type { Account, PullRequestSeen } from '../forges/forge-event.js';
import type { CodeLink } from '../links/code-link.entity.js';
import { CodeLinksRepository } from '../links/code-links.repository.js';
import { CodeFactsRepository } from './code-facts.repository.js';
import { CodeMoves } from './code-moves.js';
import { CodeTasks } from './code-tasks.js';
import { isRevert, tidsOfBranch, tidsOfText, together } from './meant-tids.js';
import type { Outcome } from './outcome.js';
import { type Passage, type PassageKind, passagesOf } from './passages.js';
import { isNewest, newLink, type Thing, thingOf, withPullRequest } from './thing.js';

/** Applies what is told of pull requests. */
@Injectable()
export class PullRequests {
  private readonly ownHost: string;

  constructor(
    private readonly tasks: CodeTasks,
    private readonly facts: CodeFactsRepository,
    private readonly links: CodeLinksRepository,
    private readonly moves: CodeMoves,
    private readonly history: TaskHistory,
    { publicUrl }: Configuration,
  ) {
    this.ownHost = new URL(publicUrl).host;
  }

  async applyPullRequest(
    tx: TransactionContext,
    connection: CodeConnection,
    seen: PullRequestSeen,
    userOf: (account: Account) => string | null,
    outcome: Outcome,
  ): Promise<void> {
    const { named, closed } = this.meantBy(seen);
    const meant = await this.tasks.findMeant(tx, connection, named);
    const key = withPullRequest(undefined, seen, userOf).key;
    await this.facts.lockThing(tx, key);
    const known = await this.links.findOfThing(tx, key);
    const before = known[0] && thingOf(known[0]);
    const thing = await this.withChecks(tx, withPullRequest(before, seen, userOf));
    const added = meant.ids
      .filter((taskId) => !known.some((link) => link.taskId === taskId))
      .map((taskId) => newLink(thing, { companyId: tx.companyId, taskId, connectionId: connection.id }));
    if (known.length + added.length === 0) return;
    const closes = meant.idsOf(closed);
    const isNewText = isNewest(before?.textAt, seen.at);
    const links = [...known, ...added].map((link) => updated(link, thing, connection, isNewText ? closes : undefined));
    const told = newPassages(before, thing, seen.at);
    const locked = await this.tasks.lockTasks(
      tx,
      links.map(({ taskId }) => taskId),
    );
    for (const link of links) {
      if (!locked.has(link.taskId)) continue;
      if (!link.isRemoved) await this.tell(tx, link, told);
      const event = { at: seen.at, before: before?.facts ?? [] };
      const moved = await this.moves.movePullRequest(tx, connection, link, event, outcome);
      await this.links.writeLink(tx, moved);
      if (!link.isRemoved) outcome.touch(link.taskId);
    }
    // In the trash, what is there is kept up to date, and nothing new comes to it.
    const elsewhere = known.filter(({ taskId }) => !locked.has(taskId));
    for (const link of elsewhere) await this.links.writeLink(tx, { ...link, ...thing });
    await this.tasks.noteNew(
      tx,
      added.map(({ taskId }) => taskId),
    );
    // Perhaps all of it was taken away by somebody.
    if (locked.size > 0) outcome.note();
  }

  /** Its branch, title and body: of a revert, nothing is closed. */
  private meantBy({ branch, title, body }: PullRequestSeen) {
    const texts = [tidsOfBranch(branch, true), tidsOfText(title, this.ownHost), tidsOfText(body, this.ownHost)];
    return together(texts, isRevert(title));
  }

  /** With the checks of its newest commit, of which some may have come before. */
  private async withChecks(tx: TransactionContext, thing: Thing): Promise<Thing> {
    if (thing.head === null) return thing;
    await this.facts.lockThing(tx, thing.head);
    return { ...thing, checks: await this.facts.findChecks(tx, thing.head) };
  }

  private async tell(tx: TransactionContext, link: CodeLink, passages: readonly Passage[]): Promise<void> {
    const { repository, number, title, url } = link;
    const entries = passages.map(({ kind }) => ({
      taskId: link.taskId,
      event: 'task.code' as const,
      changes: { code: { from: null, to: { passage: kind, name: `${repository}#${number}`, title, url } } },
    }));
    await this.history.writeEntries(tx, new Date().toISOString(), entries);
  }
}

/** Which tasks it closes is said by its own connection, by the newest texts. */
function updated(link: CodeLink, thing: Thing, connection: CodeConnection, closes?: ReadonlySet<string>): CodeLink {
  const isOwn = link.connectionId === null || link.connectionId === connection.id;
  if (!isOwn || !closes) return { ...link, ...thing };
  return { ...link, ...thing, connectionId: connection.id, closes: closes.has(link.taskId) };
}

/** Those that the event of a moment tells of first: an older event that comes late moves a passage, which is no new one. */
function newPassages(before: Thing | undefined, { facts }: Thing, at: string): Passage[] {
  const [known, now] = [passagesOf(before?.facts ?? []), passagesOf(facts)];
  const countOf = (passages: readonly Passage[], kind: PassageKind) =>
    passages.filter((passage) => passage.kind === kind).length;
  return now.filter(({ at: moment, kind }) => moment === at && countOf(now, kind) > countOf(known, kind));
}
