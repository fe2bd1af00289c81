import { Injectable } from '@nestjs/common';
import { type CsvColumn } from '#common/http/csv-text.js';
import { ensureWhole } from '#common/http/ensure-whole.js';
import type { List } from '#common/http/list.js';
import type { AuditPersonalData, StoredAuditEntry } from '#core/audit/audit-entry.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { type Order, orderBy } from '#core/database/lists/keyset.js';
import { Lists, type MappedListStatement } from '#core/database/lists/lists.js';
import { lowestUuidAt } from '#core/partitions/spans.js';
import type { AuditEntryResponse, AuditLogQuery } from './audit-entry.dto.js';

interface AuditRow {
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

const CSV_COLUMNS: CsvColumn<AuditRow>[] = (
  [
    ['at', ({ at }) => at],
    ['action', ({ action }) => action],
    ['outcome', ({ outcome }) => outcome],
    ['actorType', ({ actor }) => actor.type],
    ['actorId', ({ actor }) => actor.id],
    ['actorName', ({ actor }) => actor.name],
    ['actorEmail', ({ actor }) => actor.email],
    ['apiKeyId', ({ apiKeyId }) => apiKeyId],
    ['ip', ({ ip }) => ip],
    ['userAgent', ({ userAgent }) => userAgent],
    ['targetType', ({ target }) => target?.type],
    ['targetId', ({ target }) => target?.id],
    ['targetName', ({ target }) => target?.name],
    ['changes', ({ changes }) => changes && JSON.stringify(changes)],
    ['traceId', ({ traceId }) => traceId],
    ['id', ({ id }) => id],
    ['position', ({ position }) => position],
    ['hash', ({ hash }) => hash],
  ] satisfies [string, CsvColumn<AuditEntryResponse>['valueOf']][]
).map(([name, valueOf]) => ({ name, valueOf: (row) => valueOf(toResponse(row)) }));

/** The audit log of a company, as its ADMINs and OWNERs read it. */
@Injectable()
export class AuditService {
  constructor(private readonly lists: Lists) {}

  /** The newest first. */
  async find(context: RequestContext, query: AuditLogQuery, asCsv: boolean): Promise<List<AuditEntryResponse>> {
    const statement = statementOf(context, query);
    if (!asCsv) return this.lists.find<AuditRow, AuditEntryResponse>(context, query, statement);
    ensureWhole(query);
    const { toItem: _toItem, ...rows } = statement;
    return this.lists.csv<AuditRow>(context, rows, CSV_COLUMNS);
  }
}

function statementOf(
  { companyId }: RequestContext,
  { action, actorId, targetId, createdAfter, createdBefore, ip }: AuditLogQuery,
): MappedListStatement<AuditRow, AuditEntryResponse> {
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
    toItem: toResponse,
  };
}

function toResponse({ hash, entry, actor, person }: AuditRow): AuditEntryResponse {
  const { id, position, at, action, apiKeyId, target, changes, outcome, traceId, ...stored } = JSON.parse(
    entry,
  ) as StoredAuditEntry;
  const { type, id: actorId } = stored.actor;
  const all = changes || person?.changes ? { ...changes, ...person?.changes } : null;
  return {
    id,
    position,
    hash,
    at,
    action,
    actor: { type, id: actorId, name: actor?.name ?? null, email: actor?.email ?? null },
    apiKeyId,
    ip: actor?.ip ?? null,
    userAgent: actor?.userAgent ?? null,
    target: target && { type: target.type, id: target.id, name: target.name ?? person?.name ?? null },
    changes: all,
    outcome,
    traceId,
  };
}
