import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { UserCache } from '../access/user-cache.js';
import type { DatabaseContext, RequestContext, TransactionContext } from '../company-scope/request-context.js';
import { Database, type Statement } from '../database/database.js';
import { momentOf } from '../partitions/spans.js';
import { aroundPosition, FIRST_HASH, personalDigest } from './audit-chain.js';
import type {
  AuditActorType,
  AuditChanges,
  AuditPart,
  AuditPersonalData,
  AuditRecord,
  AuditTarget,
  StoredAuditEntry,
} from './audit-entry.js';

/** 128 bits. */
const SALT_BYTES = 16;

/** Fields of people whose changes erasure takes away. */
const PERSONAL_FIELDS: ReadonlySet<string> = new Set(['name', 'email']);

/** The UTF-8 of a text, of which the database is (Citus takes no `convert_to` here). */
const bytesOf = (text: string) => `replace(${text}, E'\\\\', E'\\\\\\\\')::bytea`;

/**
 * Takes the next position of the company, and chains the entry to the one before. `$3` and `$4` are its text before and
 * after the position.
 */
const INSERT_ENTRY: Statement = {
  name: 'insert-audit-entry',
  text: `WITH head AS (
      INSERT INTO audit_heads AS h (company_id, position, hash)
      VALUES ($1, 1, encode(sha256(${bytesOf(`'${FIRST_HASH}' || E'\\n' || $3::text || '1' || $4::text`)}), 'hex'))
      ON CONFLICT (company_id) DO UPDATE SET position = h.position + 1, hash = encode(sha256(${bytesOf(
        "h.hash || E'\\n' || $3::text || (h.position + 1)::text || $4::text",
      )}), 'hex')
      RETURNING position, hash)
    INSERT INTO audit_entries (company_id, id, position, hash, entry, action, actor_id, target_id)
    SELECT $1, $2::uuid, position, hash, $3::text || position::text || $4::text, $5::text, $6::uuid, $7::uuid FROM head`,
};

const INSERT_PERSON: Statement = {
  name: 'insert-audit-person',
  text: `INSERT INTO audit_people (company_id, id, part, person_id, salt, data) VALUES ($1, $2, $3, $4, $5, $6)`,
};

interface Actor {
  readonly type: AuditActorType;
  readonly id: string | null;
  /** The user who stands behind it. */
  readonly personId: string | null;
  readonly data: AuditPersonalData;
}

/** Records what was done in the transaction that does it: both are committed, or neither. */
@Injectable()
export class AuditLog {
  constructor(
    private readonly database: Database,
    private readonly users: UserCache,
  ) {}

  /** Adds an entry at the end of the transaction. Names and e-mails of a user as target are kept beside it. */
  async record(tx: TransactionContext, record: AuditRecord): Promise<void> {
    const { action, changes = null, outcome = 'success' } = record;
    const target = record.target && (await this.named(tx, record.target));
    const { companyId, apiKeyId = null, traceId } = tx;
    const id = uuidv7();
    const actor = await this.actorOf(tx, record.actor ?? (tx.scim && 'scim'));
    const { told, personal } = separated(target, changes);
    const { before, after } = aroundPosition({
      action,
      actor: {
        type: actor.type,
        id: actor.id,
        digest: this.keep(tx, id, 'actor', actor.personId, actor.data),
        ...(tx.grant && { via: tx.grant.client }),
      },
      apiKeyId,
      // What filters by time look at is the id.
      at: new Date(momentOf(id)).toISOString(),
      changes: told,
      id,
      outcome,
      target: target && this.targetOf(tx, id, target, personal),
      traceId,
    });
    const values = [companyId, id, before, after, action, actor.id, target?.id ?? null];
    this.database.executeAtEnd(tx, INSERT_ENTRY, values);
  }

  /** As `record`, of something that has no transaction of its own. */
  recordAlone(context: RequestContext, record: AuditRecord): Promise<void> {
    return this.database.transaction(context, (tx) => this.record(tx, record));
  }

  /** Takes the names, e-mails and addresses of an erased user away; the entries stay. */
  async forget(context: RequestContext, userId: string): Promise<void> {
    const text = 'DELETE FROM audit_people WHERE company_id = $1 AND person_id = $2';
    await this.database.execute(context, { text }, [context.companyId, userId]);
  }

  /** Writes down up to where a partition of old entries goes, so that what is gone otherwise is found. */
  async noteDropping(tx: DatabaseContext, partition: string): Promise<void> {
    const text = `UPDATE audit_heads h SET kept_after = d.position, kept_after_hash = d.hash FROM (
        SELECT DISTINCT ON (company_id) company_id, position, hash FROM ${partition} ORDER BY company_id, position DESC) d
      WHERE h.company_id = d.company_id`;
    await this.database.execute(tx, { text });
  }

  private targetOf(
    tx: TransactionContext,
    entryId: string,
    { type, id, name }: AuditTarget,
    personal: AuditPersonalData | null,
  ): StoredAuditEntry['target'] {
    if (!personal) return { type, id, name, digest: null };
    return { type, id, name: null, digest: this.keep(tx, entryId, 'target', id, personal) };
  }

  /** Stores personal data beside the entry, and gives what the entry holds of it. */
  private keep(
    tx: TransactionContext,
    entryId: string,
    part: AuditPart,
    personId: string | null,
    data: AuditPersonalData,
  ): string {
    const salt = randomBytes(SALT_BYTES).toString('hex');
    const values = [tx.companyId, entryId, part, personId, salt, JSON.stringify(data)];
    this.database.executeAtEnd(tx, INSERT_PERSON, values);
    return personalDigest(salt, data);
  }

  /** A user may be given by id alone. */
  private async named(tx: TransactionContext, target: AuditTarget): Promise<AuditTarget> {
    const { type, id, name } = target;
    if (type !== 'user' || id === null || name !== null) return target;
    return { type, id, name: (await this.users.namesOf({ ...tx, userId: id })).name };
  }

  private async actorOf(tx: TransactionContext, given: AuditRecord['actor']): Promise<Actor> {
    const { ip = null, userAgent = null } = tx.client ?? {};
    const client = { ip, userAgent };
    if (given) return { type: given, id: null, personId: null, data: { name: null, email: null, ...client } };
    if (isOwnWork(tx))
      return { type: 'system', id: null, personId: null, data: { name: null, email: null, ...client } };
    const { userId, agent } = tx;
    if (agent) {
      const data = { name: agent.name, email: null, ...client };
      return { type: 'colleague', id: agent.id, personId: userId, data };
    }
    const data = { ...(await this.users.namesOf(tx)), ...client };
    return { type: 'user', id: userId, personId: userId, data };
  }
}

/** The service's own work has neither a caller nor a client. */
function isOwnWork({ permission, client }: RequestContext): boolean {
  return permission === undefined && client === undefined;
}

/** What of the changes stands in the entry, and what beside it because it is about a person. */
function separated(
  target: AuditTarget | null,
  changes: AuditChanges | null,
): { told: AuditChanges | null; personal: AuditPersonalData | null } {
  if (target?.type !== 'user') return { told: changes, personal: null };
  const all = Object.entries(changes ?? {});
  const personal = Object.fromEntries(all.filter(([field]) => PERSONAL_FIELDS.has(field)));
  const told = all.filter(([field]) => !PERSONAL_FIELDS.has(field));
  return {
    told: changes && Object.fromEntries(told),
    personal: { name: target.name, ...(Object.keys(personal).length > 0 && { changes: personal }) },
  };
}
