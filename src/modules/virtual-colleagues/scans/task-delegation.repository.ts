import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { hasAgentRole, isGivenTo } from '#schema/colleagues.js';
import { isOpen } from '#schema/tasks.js';
import { PARAMETERS } from '../rules/finding-statement.js';
import { COMPANY, PROJECTS, type RuleScope } from '../rules/rule.js';
import { type IsDelegable, taskDelegate } from '../rules/task-delegate.rule.js';

/** An agent that may get tasks. */
export interface Candidate {
  readonly id: string;
  readonly name: string;
  readonly openTasks: number;
  /** Of the colleague's projects, those that it reaches. */
  readonly projectIds: readonly string[];
}

export interface DelegableTask {
  readonly taskId: string;
  readonly projectId: string;
}

/** Finds agents, and tasks for them. `values` are the parameters of every rule's SQL. */
@Injectable()
export class TaskDelegationRepository {
  constructor(private readonly database: Database) {}

  /** The enabled agents among `agentIds`, by name; without ids, all of role `agent`. */
  findAgents(context: RequestContext, agentIds: readonly string[], values: readonly unknown[]): Promise<Candidate[]> {
    const conditions = new Conditions(values);
    const isChosen =
      agentIds.length > 0 ? `c.id = ANY (${conditions.parameter(agentIds)}::uuid[])` : `c.role = 'agent'`;
    const text = `WITH ${PARAMETERS} SELECT c.id, c.name, (
        SELECT count(*) FROM tasks o WHERE o.company_id = ${COMPANY} AND o.delegate_id = c.id AND ${isOpen('o')}
      ) AS "openTasks", ARRAY(
        SELECT p.id FROM projects p
        WHERE p.company_id = ${COMPANY} AND p.id = ANY (${PROJECTS}) AND ${isGivenTo('c.id', 'p')}
      ) AS "projectIds"
      FROM virtual_colleagues c WHERE c.company_id = ${COMPANY} AND c.active AND ${hasAgentRole('c')} AND ${isChosen}
      ORDER BY c.name, c.id`;
    return this.database.rows<Candidate>(context, { text }, conditions.values);
  }

  /** The most urgent tasks that the rule `task.delegate` finds and that are delegable. */
  async findTasks(
    context: RequestContext,
    { scope, values }: { readonly scope: RuleScope; readonly values: readonly unknown[] },
    isDelegable: IsDelegable,
    limit: number,
  ): Promise<DelegableTask[]> {
    const conditions = new Conditions(values);
    const isScanned = `${scope.isScanned} AND ${await isDelegable(conditions)}`;
    const { from, where, urgency } = await taskDelegate.find({ ...scope, isScanned }, conditions);
    const text = `WITH ${PARAMETERS} SELECT t.id AS "taskId", t.project_id AS "projectId" FROM ${from}
      WHERE ${where} ORDER BY ROW(${urgency}), t.id LIMIT ${limit}`;
    return this.database.rows<DelegableTask>(context, { text }, conditions.values);
  }
}
