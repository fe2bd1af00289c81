import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import type { Agent } from '#core/access/agent.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import type { Conditions } from '#core/database/lists/conditions.js';
import { type Change, changed, type DomainEvent } from '#core/events/domain-event.js';
import { type Filter, Filters } from '#modules/filters/filters.service.js';
import { TaskChanges } from '#modules/tasks/changes/task-changes.service.js';
import { type LockedTask, TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { DONE } from '#schema/lanes.js';
import type { Rule, RuleScope } from '../rules/rule.js';
import { delegableIn, delegated, type GivenTask, taskDelegate, undelegable } from '../rules/task-delegate.rule.js';
import type { Delegation } from '../settings/colleague-settings.js';
import type { RuleOwner } from '../settings/colleague-references.repository.js';
import { OwnRules } from '../settings/own-rules.js';
import type { VirtualColleague } from '../virtual-colleague.entity.js';
import type { Found, FoundAction } from './found-action.js';
import { ColleagueNotFoundError } from '#common/errors/colleague-not-found-error.js';
import { type Candidate, type DelegableTask, TaskDelegationRepository } from './task-delegation.repository.js';

/** What the rule `task.delegate` becomes in a scan that gives tasks away. */
export interface Delegating {
  /** They replace the rule: one tells what is given away, the other what no agent can take. */
  readonly rules: readonly Rule[];
  readonly given: readonly GivenTask[];
  /** Why nothing is given away, if it cannot be. */
  readonly problem: string | null;
}

/** What the scan looks at, and how. */
interface Looked {
  readonly colleague: Pick<VirtualColleague, 'ownerId'>;
  readonly moment: string;
  readonly scope: RuleScope;
  readonly delegation: Delegation;
  /** The parameters of every rule's SQL. */
  readonly values: readonly unknown[];
}

/** Gives tasks to agents, for orchestrators. */
@Injectable()
export class TaskDelegation {
  constructor(
    private readonly stored: TaskDelegationRepository,
    private readonly filters: Filters,
    private readonly ownRules: OwnRules,
    private readonly locks: TaskLocks,
    private readonly changes: TaskChanges,
  ) {}

  /** Each task goes to the agent with the fewest open tasks; of several, to the first by name. It writes nothing. */
  async findDelegations(context: RequestContext, look: Looked): Promise<Delegating> {
    const { filter: text, perRun } = look.delegation;
    const filter = text === null ? undefined : this.filters.storedFilter(text);
    const owner = await this.ownRules.findOwner(context, look.colleague.ownerId);
    const problem = filter && (await this.problemOf(context, filter, owner));
    if (problem) return { rules: [taskDelegate], given: [], problem };
    const agents = await this.stored.findAgents(context, look.delegation.agentIds, look.values);
    const reached = [...new Set(agents.flatMap(({ projectIds }) => projectIds))];
    const reader = { userId: owner?.id, zone: owner?.timezone, now: new Date(look.moment) };
    const compile =
      filter && ((conditions: Conditions) => this.filters.compileFilter(context, filter, conditions, reader));
    const isDelegable = delegableIn(reached, compile);
    const given = shared(await this.stored.findTasks(context, look, isDelegable, perRun), agents);
    const others = undelegable(isDelegable);
    return { rules: given.length > 0 ? [delegated(given), others] : [others], given, problem: null };
  }

  /** Delegates the tasks that are still free, and drops the actions about the others. Tasks whose action is held wait. */
  async giveAway(
    tx: TransactionContext,
    { given, actions }: Pick<Found, 'given' | 'actions'>,
  ): Promise<Change<readonly FoundAction[]>> {
    const held = new Set(
      actions.flatMap((action) => (isDelegation(action) && action.held !== null ? action.taskId : [])),
    );
    const said = given.filter(({ taskId }) => !held.has(taskId));
    const agentOf = new Map(said.map(({ taskId, agentId }) => [taskId, agentId]));
    const locked: LockedTask[] = [];
    for (const taskId of [...agentOf.keys()].sort()) {
      const task = await this.locks.lockReachable(tx, taskId);
      if (task && isFree(task)) locked.push(task);
    }
    const events: DomainEvent[] = [];
    for (const task of locked) {
      const change = await this.give(tx, task, agentOf.get(task.id) as string);
      if (!change) continue;
      agentOf.delete(task.id);
      events.push(...change.events);
    }
    const isUntaken = (action: FoundAction) => isDelegation(action) && agentOf.has(action.taskId ?? '');
    return changed(
      actions.filter((action) => !isUntaken(action)),
      ...events,
    );
  }

  /** Undefined when the agent was disabled, deleted or taken from the project meanwhile. */
  private async give(
    tx: TransactionContext,
    task: LockedTask,
    delegateId: string,
  ): Promise<Change<unknown> | undefined> {
    try {
      return await this.changes.applySettings(tx, [task], { delegateId });
    } catch (error) {
      if (error instanceof ColleagueNotFoundError || error instanceof ValidationError) return undefined;
      throw error;
    }
  }

  private async problemOf(
    context: RequestContext,
    filter: Filter,
    owner: RuleOwner | undefined,
  ): Promise<string | null> {
    if (!owner?.active) return 'The owner is not active, so nothing was delegated';
    const { broken } = await this.filters.shownFilter(context, filter);
    return broken ? 'The filter of what is delegated names something that is deleted, so nothing was delegated' : null;
  }
}

/** A scan acts as its colleague, without a fence, because it only writes to tasks that nobody works on. */
const ACTING: Pick<Agent, 'isEnabled' | 'userRole' | 'isFenced'> = {
  isEnabled: true,
  userRole: 'OWNER',
  isFenced: false,
};

/** The context of a scan. A colleague that delegates is the actor in it, and what it changes is sent to no webhook. */
export function actingFor(
  context: RequestContext,
  { id, name, role, settings }: Pick<VirtualColleague, 'id' | 'name' | 'role' | 'settings'>,
): RequestContext {
  if (role !== 'agent_orchestrator' || !settings.delegation?.enabled) return context;
  return { ...context, agent: { id, name, role, ...ACTING }, isUndelivered: true };
}

const isDelegation = ({ rule }: FoundAction): boolean => rule === taskDelegate.name;

function isFree({ delegateId, assigneeId, status, projectStatus }: LockedTask): boolean {
  return delegateId === null && assigneeId === null && status !== DONE && projectStatus === 'active';
}

/** The agents are in the order of their names. */
function shared(found: readonly DelegableTask[], agents: readonly Candidate[]): GivenTask[] {
  const counts = new Map(agents.map(({ id, openTasks }) => [id, openTasks]));
  const countOf = ({ id }: Candidate) => counts.get(id) as number;
  return found.flatMap(({ taskId, projectId }) => {
    const able = agents.filter(({ projectIds }) => projectIds.includes(projectId));
    const [first, ...others] = able;
    if (!first) return [];
    const agent = others.reduce((best, next) => (countOf(next) < countOf(best) ? next : best), first);
    counts.set(agent.id, countOf(agent) + 1);
    return [{ taskId, agentId: agent.id, agent: agent.name }];
  });
}
