import { Injectable } from '@nestjs/common';
import { type CsvColumn } from '#common/http/csv-text.js';
import { ensureWhole } from '#common/http/ensure-whole.js';
import { type List } from '#common/http/list.js';
import type { StoredAuditEntry } from '#core/audit/audit-entry.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import type { AuditEntryResponse, AuditLogQuery } from './audit-entry.dto.js';
import { AuditRepository, type AuditRow } from './audit.repository.js';

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
  constructor(private readonly entries: AuditRepository) {}

  /** The newest first. */
  async findEntries(context: RequestContext, query: AuditLogQuery, asCsv: boolean): Promise<List<AuditEntryResponse>> {
    if (!asCsv) return this.entries.findEntries(context, query, toResponse);
    ensureWhole(query);
    return this.entries.writeCsv(context, query, CSV_COLUMNS);
  }
}

function toResponse({ hash, entry, actor, person }: AuditRow): AuditEntryResponse {
  const { id, position, at, action, apiKeyId, target, changes, outcome, traceId, ...stored } = JSON.parse(
    entry,
  ) as StoredAuditEntry;
  const { type, id: actorId, via } = stored.actor;
  const all = changes || person?.changes ? { ...changes, ...person?.changes } : null;
  return {
    id,
    position,
    hash,
    at,
    action,
    actor: { type, id: actorId, name: actor?.name ?? null, email: actor?.email ?? null, ...(via && { via }) },
    apiKeyId,
    ip: actor?.ip ?? null,
    userAgent: actor?.userAgent ?? null,
    target: target && { type: target.type, id: target.id, name: target.name ?? person?.name ?? null },
    changes: all,
    outcome,
    traceId,
  };
}
