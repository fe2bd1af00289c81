import type { DataSource, EntityManager } from 'typeorm';
import { auditEntries, auditHeads, auditPeople } from './audit.sql.js';
import { chainedHash, FIRST_HASH, personalDigest } from './audit-chain.js';
import type { AuditPart, AuditPersonalData, StoredAuditEntry } from './audit-entry.js';
import type { SharedTable } from '../database/schema/shared-table.js';
import { type Partition, PARTITIONS } from '../partitions/partitions.js';
import { momentOf } from '../partitions/spans.js';

/** The first place where a company's log is not what was written. */
export interface AuditBreak {
  readonly companyId: string;
  readonly position: number;
  /** Null when the entry is gone. */
  readonly id: string | null;
}

interface Head {
  readonly companyId: string;
  readonly position: number;
  readonly hash: string;
  /** Whether no partition that had its entries was dropped. */
  readonly hasAll: boolean;
}

interface EntryRow {
  readonly id: string;
  readonly position: number;
  readonly hash: string;
  readonly entry: string;
  readonly action: string;
  readonly actorId: string | null;
  readonly targetId: string | null;
  readonly people: { part: AuditPart; salt: string; data: AuditPersonalData }[] | null;
}

const BATCH = 500;

/** A company without a head has no entry. The day is for clocks that differ when a month begins. */
const selectHeads = (
  companies: SharedTable,
) => `SELECT c.id AS "companyId", coalesce(h.position, 0)::float8 AS position,
    coalesce(h.hash, '${FIRST_HASH}') AS hash, coalesce(c.created_at >= $1::timestamptz + interval '1 day', true) AS "hasAll"
  FROM ${companies('c')} LEFT JOIN ${auditHeads('h')} ON h.company_id = c.id ORDER BY c.id`;
const SELECT_ENTRIES = `SELECT e.id, e.position::float8 AS position, e.hash, e.entry, e.action, e.actor_id AS "actorId",
    e.target_id AS "targetId",
    (SELECT json_agg(json_build_object('part', p.part, 'salt', p.salt, 'data', p.data)) FROM ${auditPeople('p')}
      WHERE p.company_id = $1 AND p.id = e.id) AS people
  FROM ${auditEntries('e')} WHERE e.company_id = $1 AND e.position > $2 ORDER BY e.position LIMIT ${BATCH}`;

/**
 * Walks all entries of all companies, from the oldest kept: each must follow from the one before, and the last must be the
 * one that the head names (identity 4.4). What erasure has taken away is no break. Returns the first break of each company.
 * All is read as it is at one moment: entries that come meanwhile are no break.
 */
export function verifyAuditLogs(dataSource: DataSource, companies: SharedTable): Promise<AuditBreak[]> {
  return dataSource.transaction('REPEATABLE READ', async (manager) => {
    const breaks: AuditBreak[] = [];
    const [oldest] = await manager.query<Partition[]>(PARTITIONS.text, ['audit_entries']);
    const keptSince = oldest?.from ? new Date(momentOf(oldest.from)).toISOString() : null;
    for (const head of await manager.query<Head[]>(selectHeads(companies), [keptSince])) {
      const found = await verify(manager, head);
      if (found) breaks.push({ companyId: head.companyId, ...found });
    }
    return breaks;
  });
}

async function verify(manager: EntityManager, head: Head): Promise<Omit<AuditBreak, 'companyId'> | undefined> {
  let last: Pick<EntryRow, 'position' | 'hash'> | undefined = head.hasAll
    ? { position: 0, hash: FIRST_HASH }
    : undefined;
  for (;;) {
    const rows: EntryRow[] = await manager.query(SELECT_ENTRIES, [head.companyId, last?.position ?? 0]);
    for (const row of rows) {
      if (last && row.position !== last.position + 1) return { position: last.position + 1, id: null };
      if (!isTrue(row, last)) return { position: row.position, id: row.id };
      last = row;
    }
    if (rows.length < BATCH) break;
  }
  const isWhole = last?.position === head.position && last.hash === head.hash;
  // Retention drops whole months: then no entry may be left, and nothing can be compared.
  return isWhole || last === undefined ? undefined : { position: last.position + 1, id: null };
}

function isTrue(row: EntryRow, last: Pick<EntryRow, 'hash'> | undefined): boolean {
  const entry = parsed(row.entry);
  if (!entry) return false;
  const { action, actor, target } = entry;
  const isLabelled =
    entry.id === row.id &&
    entry.position === row.position &&
    action === row.action &&
    actor.id === row.actorId &&
    (target?.id ?? null) === row.targetId;
  const digests: Record<AuditPart, string | null | undefined> = { actor: actor.digest, target: target?.digest };
  const arePeople = (row.people ?? []).every(({ part, salt, data }) => personalDigest(salt, data) === digests[part]);
  // The hash before the oldest kept entry is gone with it, unless it is the very first.
  const previous = last?.hash ?? (row.position === 1 ? FIRST_HASH : undefined);
  return isLabelled && arePeople && (previous === undefined || chainedHash(previous, row.entry) === row.hash);
}

/** Undefined for what is no entry at all. */
function parsed(text: string): StoredAuditEntry | undefined {
  try {
    return JSON.parse(text) as StoredAuditEntry;
  } catch {
    return undefined;
  }
}
