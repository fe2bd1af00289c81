import { Injectable } from '@nestjs/common';
import { folded } from '#common/text/folded.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { columnsOf } from '#core/database/schema/columns.js';
import { Database, Statement } from '#core/database/database.js';
import { Lists } from '#core/database/lists/lists.js';
import { toWorkflowLaneResponse, WorkflowLaneResponse } from './workflow-lane.dto.js';
import { WorkflowLane } from './workflow-lane.entity.js';

const SELECT_LANES = `SELECT ${columnsOf(WorkflowLane, 'l')} FROM workflow_lanes l WHERE l.company_id = $1`;

const SELECT_NAMES: Statement = {
  name: 'lane-names',
  text: `SELECT name FROM workflow_lanes
    WHERE company_id = $1 AND folded(name) = ANY ($2::text[])`,
};

/** The lanes of a company in their order. */
@Injectable()
export class WorkflowLanesRepository {
  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
  ) {}

  findAll(context: RequestContext, query: PageQuery): Promise<List<WorkflowLaneResponse>> {
    return this.lists.find<WorkflowLane, WorkflowLaneResponse>(context, query, {
      select: SELECT_LANES,
      values: [context.companyId],
      orderBy: 'position, id',
      toItem: toWorkflowLaneResponse,
    });
  }

  findInOrder(tx: TransactionContext): Promise<WorkflowLane[]> {
    return this.database.rows<WorkflowLane>(tx, { text: `${SELECT_LANES} ORDER BY position` }, [tx.companyId]);
  }

  async findNames(context: RequestContext): Promise<string[]> {
    const text = 'SELECT name FROM workflow_lanes WHERE company_id = $1 ORDER BY position, id';
    const rows = await this.database.rows<{ name: string }>(context, { text }, [context.companyId]);
    return rows.map(({ name }) => name);
  }

  async findNamesLike(context: RequestContext, statuses: readonly string[]): Promise<string[]> {
    const rows = await this.database.rows<{ name: string }>(context, SELECT_NAMES, [
      context.companyId,
      statuses.map((status) => folded(status)),
    ]);
    return rows.map(({ name }) => name);
  }
}
