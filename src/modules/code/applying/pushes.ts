import { setImmediate } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { CodeConnection } from '../connections/code-connection.entity.js';
import type { Account, Commit, PushSeen } from '../forges/forge-event.js';
import type { CodeLink } from '../links/code-link.entity.js';
import { CodeLinksRepository } from '../links/code-links.repository.js';
import { CodeFactsRepository } from './code-facts.repository.js';
import { CodeMoves } from './code-moves.js';
import { CodeTasks } from './code-tasks.js';
import { isRevert, type MeantTids, tidsOfBranch, tidsOfText, together } from './meant-tids.js';
import type { Outcome } from './outcome.js';
import { isMeant } from './passages.js';
import { commitThing, newLink, type Thing, thingOf, withBranch } from './thing.js';

type Tasks = Awaited<ReturnType<CodeTasks['findMeant']>>;
type Locked = Awaited<ReturnType<CodeTasks['lockTasks']>>;

/** A thing of the push, and what its texts name. */
interface Told {
  readonly thing: Thing;
  readonly tids: MeantTids;
}

/** Applies what is told of branches and commits. */
@Injectable()
export class Pushes {
  private readonly ownHost: string;

  constructor(
    private readonly tasks: CodeTasks,
    private readonly facts: CodeFactsRepository,
    private readonly links: CodeLinksRepository,
    private readonly moves: CodeMoves,
    { publicUrl }: Configuration,
  ) {
    this.ownHost = new URL(publicUrl).host;
  }

  async applyPush(
    tx: TransactionContext,
    connection: CodeConnection,
    seen: PushSeen,
    userOf: (account: Account) => string | null,
    outcome: Outcome,
  ): Promise<void> {
    const told = await this.toldBy(seen, userOf);
    if (told.length === 0) return;
    const meant = await this.tasks.findMeant(tx, connection, together(told.map(({ tids }) => tids)).named);
    // In one order, so that two pushes cannot wait for each other.
    for (const key of told.map(({ thing }) => thing.key).sort()) await this.facts.lockThing(tx, key);
    const locked = await this.tasks.lockTasks(tx, meant.ids);
    const added: string[] = [];
    for (const one of told) added.push(...(await this.applyOne(tx, connection, seen, one, { meant, locked, outcome })));
    await this.tasks.noteNew(tx, added);
    outcome.touch(...meant.ids.filter((id) => locked.has(id)));
  }

  /** What names tasks. */
  private async toldBy(seen: PushSeen, userOf: (account: Account) => string | null): Promise<Told[]> {
    const told: Told[] = [{ thing: withBranch(undefined, seen), tids: tidsOfBranch(seen.branch, false) }];
    for (const commit of seen.commits) {
      told.push({ thing: commitThing(seen, commit, userOf(commit.author)), tids: this.meantBy(commit) });
      // Messages may be many and long: other work comes in between.
      await setImmediate();
    }
    return told.filter(({ tids }) => tids.named.length > 0);
  }

  private meantBy({ message }: Commit): MeantTids {
    return together([tidsOfText(message, this.ownHost)], isRevert(message));
  }

  /** Returns the tasks that have got a link. */
  private async applyOne(
    tx: TransactionContext,
    connection: CodeConnection,
    seen: PushSeen,
    { thing, tids }: Told,
    { meant, locked, outcome }: { meant: Tasks; locked: Locked; outcome: Outcome },
  ): Promise<string[]> {
    const known = await this.links.findOfThing(tx, thing.key);
    const closes = meant.idsOf(tids.closed);
    const counts = isMeant(seen.branch, seen.defaultBranches, connection.rules.branches);
    const before = known[0] && thingOf(known[0]);
    const now = thing.kind === 'branch' ? withBranch(before, seen) : (before ?? thing);
    const added: string[] = [];
    const named = meant.idsOf(tids.named);
    // Wherever their tasks have gone.
    const elsewhere = known.filter(({ taskId }) => !named.has(taskId));
    for (const link of elsewhere) await this.links.writeLink(tx, { ...link, ...now });
    for (const taskId of named) {
      if (!locked.has(taskId)) continue;
      const owner = { companyId: tx.companyId, taskId, connectionId: connection.id };
      const own = known.find((link) => link.taskId === taskId);
      if (!own) added.push(taskId);
      const link: CodeLink = { ...(own ?? newLink(now, owner)), ...now, closes: closes.has(taskId) };
      const mayMove = thing.kind === 'commit' && counts;
      const moved = mayMove ? await this.moves.moveCommit(tx, connection, link, seen.at, outcome) : link;
      await this.links.writeLink(tx, moved);
    }
    return added;
  }
}
