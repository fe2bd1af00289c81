import type { DataSource, EntityManager } from 'typeorm';
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
  /** Of the last entry that retention has dropped; 0 when it has dropped none. */
  readonly keptAfter: number;
  readonly keptAfterHash: string | null;
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

/** How far the walk has come; the hash is null where it is not known. */
interface Place {
  readonly position: number;
  readonly hash: string | null;
}

const BATCH = 500;

/** A company without a head has no entry. */
const SELECT_HEADS = `SELECT c.id AS "companyId", coalesce(h.position, 0)::float8 AS position,
    coalesce(h.hash, '${FIRST_HASH}') AS hash, coalesce(h.kept_after, 0)::float8 AS "keptAfter",
    h.kept_after_hash AS "keptAfterHash"
  FROM companies c LEFT JOIN audit_heads h ON h.company_id = c.id ORDER BY c.id`;
const SELECT_ENTRIES = `SELECT e.id, e.position::float8 AS position, e.hash, e.entry, e.action, e.actor_id AS "actorId",
    e.target_id AS "targetId",
    (SELECT json_agg(json_build_object('part', p.part, 'salt', p.salt, 'data', p.data)) FROM audit_people p
      WHERE p.company_id = $1 AND p.id = e.id) AS people
  FROM audit_entries e WHERE e.company_id = $1 AND e.position > $2 ORDER BY e.position LIMIT ${BATCH}`;

/**
 * Walks all entries of all companies, from the oldest that retention has kept: each must follow from the one before, and the last must be the
 * one that the head names. What erasure has taken away is no break. Returns the first break of each company.
 * All is read as it is at one moment: entries that come meanwhile are no break.
 */
export function verifyAuditLogs(dataSource: DataSource): Promise<AuditBreak[]> {
  return dataSource.transaction('REPEATABLE READ', async (manager) => {
    const breaks: AuditBreak[] = [];
    for (const head of await manager.query<Head[]>(SELECT_HEADS)) {
      const found = await verify(manager, head);
      if (found) breaks.push({ companyId: head.companyId, ...found });
    }
    return breaks;
  });
}

async function verify(manager: EntityManager, head: Head): Promise<Omit<AuditBreak, 'companyId'> | undefined> {
  let last: Place = {
    position: head.keptAfter,
    hash: head.keptAfter === 0 ? FIRST_HASH : head.keptAfterHash,
  };
  for (;;) {
    const rows: EntryRow[] = await manager.query(SELECT_ENTRIES, [head.companyId, last.position]);
    for (const row of rows) {
      if (row.position !== last.position + 1) return { position: last.position + 1, id: null };
      if (!isTrue(row, last)) return { position: row.position, id: row.id };
      last = row;
    }
    if (rows.length < BATCH) break;
  }
  const isWhole = last.position === head.position && (last.hash ?? head.hash) === head.hash;
  return isWhole ? undefined : { position: last.position + 1, id: null };
}

function isTrue(row: EntryRow, last: Place): boolean {
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
  return isLabelled && arePeople && (last.hash === null || chainedHash(last.hash, row.entry) === row.hash);
}

/** Undefined for what is no entry at all. */
function parsed(text: string): StoredAuditEntry | undefined {
  try {
    return JSON.parse(text) as StoredAuditEntry;
  } catch {
    return undefined;
  }
}
