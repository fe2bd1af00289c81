import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { type FindingOptions, findingStatement, type FoundRow, PARAMETERS } from '../rules/finding-statement.js';
import { type MatchingRow, matchingStatement } from '../rules/matching-statement.js';
import type { FilterRule } from '../rules/own-rule.js';
import type { Rule, RuleScope } from '../rules/rule.js';

/** Runs the statements of rules. `values` are the parameters of every rule's SQL. */
@Injectable()
export class FoundRowsRepository {
  constructor(private readonly database: Database) {}

  /** How many tasks a scan looks at. */
  async countTasks(context: RequestContext, { isScanned }: RuleScope, values: unknown[]): Promise<number> {
    const text = `WITH ${PARAMETERS} SELECT count(*) FROM tasks t WHERE ${isScanned}`;
    return (await this.database.row<{ count: number }>(context, { text }, values))?.count ?? 0;
  }

  /** The tasks that rules of one's own match, by the key of the rule; one statement looks for those of all rules. */
  async findMatches(
    context: RequestContext,
    rules: readonly FilterRule[],
    scope: RuleScope,
    given: readonly unknown[],
  ): Promise<Map<string, MatchingRow>> {
    const { statement, values } = await matchingStatement(rules, scope, given);
    const rows = await this.database.rows<MatchingRow>(context, statement, values);
    return new Map(rows.map((row) => [row.key, row]));
  }

  /** What a rule finds. */
  async findRows(context: RequestContext, rule: Rule, scope: RuleScope, options: FindingOptions): Promise<FoundRow[]> {
    const { statement, values } = await findingStatement(rule, scope, options);
    return this.database.rows<FoundRow>(context, statement, values);
  }
}
