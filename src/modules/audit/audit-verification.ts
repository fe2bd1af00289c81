import type { DataSource } from 'typeorm';
import { chainedHash, FIRST_HASH, personalDigest } from './audit-chain.js';
import type { AuditPart, AuditPersonalData, StoredAuditEntry } from './audit-entry.js';

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

const SELECT_HEADS = `SELECT company_id AS "companyId", position::float8 AS position, hash FROM audit_heads ORDER BY company_id`;
const SELECT_ENTRIES = `SELECT e.id, e.position::float8 AS position, e.hash, e.entry, e.action, e.actor_id AS "actorId",
    e.target_id AS "targetId",
    (SELECT json_agg(json_build_object('part', p.part, 'salt', p.salt, 'data', p.data)) FROM audit_people p
      WHERE p.company_id = $1 AND p.id = e.id) AS people
  FROM audit_entries e WHERE e.company_id = $1 AND e.position > $2 ORDER BY e.position LIMIT ${BATCH}`;

/**
 * Walks all entries of all companies, from the oldest kept: each must follow from the one before, and the last must be the
 * one that the head names (identity 4.4). What erasure has taken away is no break. Returns the first break of each company.
 */
export async function verifyAuditLogs(dataSource: DataSource): Promise<AuditBreak[]> {
  const breaks: AuditBreak[] = [];
  for (const head of await dataSource.query<Head[]>(SELECT_HEADS)) {
    const found = await verify(dataSource, head);
    if (found) breaks.push({ companyId: head.companyId, ...found });
  }
  return breaks;
}

async function verify(dataSource: DataSource, head: Head): Promise<Omit<AuditBreak, 'companyId'> | undefined> {
  let last: Pick<EntryRow, 'position' | 'hash'> | undefined;
  for (;;) {
    const rows = await dataSource.query<EntryRow[]>(SELECT_ENTRIES, [head.companyId, last?.position ?? 0]);
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
  const entry = JSON.parse(row.entry) as StoredAuditEntry;
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
