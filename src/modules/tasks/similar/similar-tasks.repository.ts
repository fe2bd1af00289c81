import { Injectable } from '@nestjs/common';
import { unaccented } from '#common/text/folded.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { Database } from '#core/database/database.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { isOpen } from '#schema/tasks.js';
import { searchedTitle } from '#schema/task-texts.js';
import type { SimilarTaskResponse } from './similar-tasks.dto.js';

/** Titles that are looked at more closely, of all that are alike. */
const MOST_ALIKE = 200;
/** Tasks that a refusal names. */
const MOST_NAMED = 10;

@Injectable()
export class SimilarTasksRepository {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
  ) {}

  /** Tasks within the caller's reach whose titles are alike, the most alike first and then the open ones. */
  findSimilar(
    context: RequestContext,
    { title, projectId, limit }: { title: string; projectId: string | undefined; limit: number },
  ): Promise<SimilarTaskResponse[]> {
    const conditions = new Conditions(this.access.parametersOf(context)).add('x.company_id = $1');
    const given = conditions.parameter(unaccented(title));
    conditions
      .add(`${searchedTitle('x')} % ${given}`)
      .equals('x.project_id', 'uuid', projectId)
      .add(this.access.conditionOnMany(context, 'x.project_id'));
    const text = `WITH alike AS MATERIALIZED (
        SELECT x.id, similarity(${searchedTitle('x')}, ${given}) AS score FROM task_texts x
        WHERE ${conditions.where} ORDER BY score DESC FETCH FIRST ${MOST_ALIKE} ROWS WITH TIES)
      SELECT t.id, t.tid, t.title, t.status, t.project_id AS "projectId", round(alike.score::numeric, 2) AS score
      FROM alike JOIN tasks t ON t.company_id = $1 AND t.id = alike.id
      ORDER BY round(alike.score::numeric, 2) DESC, ${isOpen('t')} DESC, t.id LIMIT ${limit}`;
    return this.database.rows<SimilarTaskResponse>(context, { text }, conditions.values);
  }

  /** The tids of open tasks of a project whose titles are at least so much alike. */
  async findOpenTids(tx: TransactionContext, projectId: string, title: string, least: number): Promise<string[]> {
    const score = `similarity(${searchedTitle('x')}, $4)`;
    const text = `SELECT t.tid FROM task_texts x JOIN tasks t ON t.company_id = x.company_id AND t.id = x.id
      WHERE x.company_id = $1 AND x.project_id = $3 AND ${this.access.conditionOnMany(tx, 'x.project_id')}
        AND ${searchedTitle('x')} % $4 AND round(${score}::numeric, 2) >= $5::numeric AND ${isOpen('t')}
      ORDER BY ${score} DESC, t.id LIMIT ${MOST_NAMED}`;
    const values = [...this.access.parametersOf(tx), projectId, unaccented(title), least];
    const rows = await this.database.rows<{ tid: string }>(tx, { text }, values);
    return rows.map(({ tid }) => tid);
  }
}
