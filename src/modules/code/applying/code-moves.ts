import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import type { CodeConnection } from '../connections/code-connection.entity.js';
import type { CodeLink } from '../links/code-link.entity.js';
import { CodeFactsRepository } from './code-facts.repository.js';
import { CodeTasks } from './code-tasks.js';
import type { Outcome } from './outcome.js';
import { dueMove, type DueMove, type Fact } from './passages.js';

/** An event of a pull request. */
interface Event {
  readonly at: string;
  /** What was known before it. */
  readonly before: readonly Fact[];
}

/** Moves tasks as the rules of a connection say. */
@Injectable()
export class CodeMoves {
  constructor(
    private readonly facts: CodeFactsRepository,
    private readonly tasks: CodeTasks,
    private readonly changes: TaskChanges,
  ) {}

  /** The link of a pull request after an event has moved its task, or not. */
  async movePullRequest(
    tx: TransactionContext,
    connection: CodeConnection,
    link: CodeLink,
    { at, before }: Event,
    outcome: Outcome,
  ): Promise<CodeLink> {
    if (!link.closes || link.isRemoved) return link;
    const { facts, moved, given, targetBranch, defaultBranches, isFork, state } = link;
    const standing = { facts, before, isClosed: state === 'closed', moved, given };
    const way = { targetBranch: targetBranch ?? '', defaultBranches, isFork };
    const move = dueMove(standing, way, connection.rules);
    return move ? this.move(tx, connection, link, { ...move, at }, outcome) : link;
  }

  /** The link of a commit that closes its task and has come to a branch that counts; it moves its task once. */
  async moveCommit(
    tx: TransactionContext,
    connection: CodeConnection,
    link: CodeLink,
    at: string,
    outcome: Outcome,
  ): Promise<CodeLink> {
    const status = connection.rules.onMerge;
    if (!link.closes || link.isRemoved || link.moved || status === null) return link;
    const move = { passage: { at, kind: 'merged' as const }, status, needsGiven: false, at };
    return this.move(tx, connection, link, move, outcome);
  }

  private async move(
    tx: TransactionContext,
    { projectIds }: CodeConnection,
    link: CodeLink,
    { passage, status, needsGiven, at }: DueMove & { readonly at: string },
    outcome: Outcome,
  ): Promise<CodeLink> {
    // As it is now: another part of the event may have moved it.
    const task = (await this.tasks.lockTasks(tx, [link.taskId])).get(link.taskId);
    if (!task || (needsGiven && task.status !== link.given)) return link;
    if (projectIds.length > 0 && !projectIds.includes(task.projectId)) {
      outcome.refuse('out of the projects');
      return link;
    }
    if (task.projectStatus === 'archived') {
      outcome.refuse('archived');
      return link;
    }
    const moment = passage.at > at ? passage.at : at;
    if (await this.facts.isChangedByPerson(tx, task.id, moment)) {
      outcome.refuse('changed by a person');
      return { ...link, moved: passage };
    }
    const { result, events } = await this.changes.applySettings(tx, [task], { status });
    outcome.move(events);
    return { ...link, moved: passage, given: result[0]?.status ?? status };
  }
}
