import { Injectable } from '@nestjs/common';
import type { CsvColumn } from '#common/http/csv-text.js';
import { type List, StreamedList } from '#common/http/list.js';
import type { AuditPersonalData } from '#core/audit/audit-entry.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { type Order, orderBy } from '#core/database/lists/keyset.js';
import { Lists, type ListStatement } from '#core/database/lists/lists.js';
import { lowestUuidAt } from '#core/partitions/spans.js';
import type { AuditEntryResponse, AuditLogQuery } from './audit-entry.dto.js';

export interface AuditRow {
  readonly hash: string;
  readonly entry: string;
  readonly actor: AuditPersonalData | null;
  readonly person: AuditPersonalData | null;
}

const ORDER: Order = { direction: 'DESC', keys: [{ sql: 'e.position', type: 'bigint' }] };

const COLUMNS = 'e.hash, e.entry, a.data AS actor, p.data AS person';

const FROM = `audit_entries e
  LEFT JOIN audit_people a ON a.company_id = $1 AND a.id = e.id AND a.part = 'actor'
  LEFT JOIN audit_people p ON p.company_id = $1 AND p.id = e.id AND p.part = 'target'`;

/** The rows of the audit log. */
@Injectable()
export class AuditRepository {
  constructor(private readonly lists: Lists) {}

  findEntries(
    context: RequestContext,
    query: AuditLogQuery,
    toItem: (row: AuditRow) => AuditEntryResponse,
  ): Promise<List<AuditEntryResponse>> {
    return this.lists.find<AuditRow, AuditEntryResponse>(context, query, { ...statementOf(context, query), toItem });
  }

  writeCsv(context: RequestContext, query: AuditLogQuery, columns: CsvColumn<AuditRow>[]): Promise<StreamedList> {
    return this.lists.csv<AuditRow>(context, statementOf(context, query), columns);
  }
}

function statementOf(
  { companyId }: RequestContext,
  { action, actorId, targetId, createdAfter, createdBefore, ip }: AuditLogQuery,
): ListStatement {
  const filter = { auditLog: true, action, actorId, targetId, createdAfter, createdBefore, ip };
  const conditions = new Conditions([companyId])
    .add('e.company_id = $1')
    .equals('e.actor_id', 'uuid', actorId)
    .equals('e.target_id', 'uuid', targetId)
    .equals(`a.data ->> 'ip'`, 'text', ip);
  if (action) {
    const patterns = action.map((name) => name.replace(/\*$/, '%'));
    conditions.add(`e.action LIKE ANY (${conditions.parameter(patterns)}::text[])`);
  }
  // The id has the moment of the entry.
  if (createdAfter) conditions.add(`e.id >= ${conditions.parameter(lowestUuidAt(Date.parse(createdAfter)))}::uuid`);
  if (createdBefore) conditions.add(`e.id < ${conditions.parameter(lowestUuidAt(Date.parse(createdBefore)))}::uuid`);
  const select = (column?: string, condition = 'TRUE') =>
    `SELECT ${column === undefined ? COLUMNS : `${COLUMNS}, ${column}`} FROM ${FROM}
      WHERE ${conditions.where} AND ${condition}`;
  return {
    select: select(),
    values: conditions.values,
    orderBy: orderBy(ORDER),
    keyset: { order: ORDER, filter, select },
  };
}
