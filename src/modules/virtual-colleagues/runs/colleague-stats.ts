import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ColleagueHistory } from './colleague-history.js';
import type { RuleStatsResponse, StatsQuery } from './colleague-stats.dto.js';
import { ColleagueStatsRepository } from './colleague-stats.repository.js';

const DEFAULT_DAYS = 30;
const DAY = 86_400_000;

/** Tells whether a colleague helps. */
@Injectable()
export class ColleagueStats {
  constructor(
    private readonly stats: ColleagueStatsRepository,
    private readonly history: ColleagueHistory,
  ) {}

  /** Of what the caller reaches, by rule, the most said first. @throws NotFoundError */
  async ofRules(
    context: RequestContext,
    id: string,
    { days = DEFAULT_DAYS }: StatsQuery,
  ): Promise<RuleStatsResponse[]> {
    await this.history.ensureColleague(context, id);
    const since = new Date(Date.now() - days * DAY).toISOString();
    const stats = await this.stats.findRuleStats(context, id, since);
    const counts = await this.stats.findPromiseCounts(context, id, since);
    const byRule = new Map(counts.map(({ rule, ...count }) => [rule, count]));
    return stats.map(({ useful, notUseful, ...of }) => {
      const promises = of.answered === null ? null : (byRule.get(of.rule) ?? { kept: 0, broken: 0 });
      return { ...of, promises, useful, notUseful };
    });
  }
}
