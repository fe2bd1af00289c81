import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { Configuration } from '#config/configuration.js';
import {
  type AnonymousContext,
  type DatabaseContext,
  type InTransaction,
  OWN_WORK_CONTEXT,
  type RequestContext,
  type TransactionContext,
} from '../../company-scope/request-context.js';
import { AuditLog } from '../../audit/audit-log.js';
import { Conditions } from '../../database/lists/conditions.js';
import { Database, type Statement } from '../../database/database.js';
import { EveryHour } from '../../processes/hourly-work.js';
import { Lists } from '../../database/lists/lists.js';
import { NotifiedCache } from '../../database/pool/notified-cache.js';
import { Notifications } from '../../database/pool/notifications.js';
import type { Role } from '../../company-scope/role.js';
import type { SignIn } from '../sign-in.js';
import { SESSION_HOURS, type SessionMethod, sessionTokenHash } from './session.js';

/** Whose session it is, and which. */
export interface StoredSession {
  readonly id: string;
  readonly companyId: string;
  readonly userId: string;
  readonly credentialVersion: number;
  readonly method: SessionMethod;
  /** When its user signed in with that. Milliseconds of Unix time. */
  readonly signedInAt: number;
  /** As `signedInAt`, of the session itself. */
  readonly startedAt: number;
  /** As `startedAt`; raised in memory, too, by the requests of this process. */
  lastSeenAt: number;
}

/** A session as its user and administrators see it. */
export interface ListedSession {
  readonly id: string;
  readonly createdAt: string;
  readonly lastSeenAt: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly method: SessionMethod;
  readonly current: boolean;
}

interface SessionUser {
  readonly companyId: string;
  readonly id: string;
  readonly role: Role;
  readonly credentialVersion: number;
}

/** The channel that names the hash of each ended session. */
export const SESSION_ENDED = 'session_ended';

const SELECT_SESSION: Statement = {
  name: 'authentication-session',
  text: `SELECT id, company_id AS "companyId", user_id AS "userId", credential_version AS "credentialVersion", method,
      floor(extract(epoch FROM signed_in_at) * 1000)::float8 AS "signedInAt",
      floor(extract(epoch FROM created_at) * 1000)::float8 AS "startedAt",
      floor(extract(epoch FROM last_seen_at) * 1000)::float8 AS "lastSeenAt"
    FROM sessions WHERE token_hash = decode($1, 'hex')`,
};

const INSERT_SESSION = `INSERT INTO sessions
    (token_hash, id, company_id, user_id, credential_version, method, signed_in_at, ip, user_agent, created_at, last_seen_at)
  VALUES (decode($1, 'hex'), $2, $3, $4, $5, $6, $7, $8, $9, now(), now())`;

/** The rows `s` that are neither too old nor unused for `hours`, a parameter. */
const isGood = (hours: string) => `s.created_at > now() - interval '${SESSION_HOURS} hours'
  AND s.last_seen_at > now() - ${hours}::integer * interval '1 hour'`;

/** The sessions of the console. They are good while they stand in the table. */
@Injectable()
export class Sessions {
  private readonly cache: NotifiedCache<StoredSession>;

  constructor(
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly configuration: Configuration,
    private readonly audit: AuditLog,
    notifications: Notifications,
  ) {
    this.cache = new NotifiedCache(notifications, SESSION_ENDED);
  }

  /** The session of a cookie; changes count as `NotifiedCache` says. */
  find(context: DatabaseContext, tokenHash: string): Promise<StoredSession | undefined> {
    return this.cache.find(tokenHash, () => this.database.rowByKey(context, SELECT_SESSION, [tokenHash]));
  }

  /** Begins a session of someone who has just signed in. Returns the value of the cookie. */
  async start(context: AnonymousContext | RequestContext, user: SessionUser, { method, at }: SignIn): Promise<string> {
    const token = randomBytes(32).toString('base64url');
    const { ip = null, userAgent = null } = context.client ?? {};
    const { companyId, id, credentialVersion } = user;
    const values = [
      sessionTokenHash(token),
      uuidv7(),
      companyId,
      id,
      credentialVersion,
      method,
      new Date(at).toISOString(),
      ip,
      userAgent,
    ];
    await this.database.transaction(context, async (tx) => {
      await this.database.execute(tx, { text: INSERT_SESSION }, values);
      await this.audit.record(
        { ...context, ...tx, companyId, userId: id, role: user.role },
        { action: 'session.started', target: { type: 'user', id, name: null } },
      );
    });
    return token;
  }

  /** The sessions of a user that are good, the oldest first. */
  findAll(context: RequestContext, query: PageQuery, user: SessionUser): Promise<List<ListedSession>> {
    const values = [user.companyId, user.id, user.credentialVersion, this.configuration.sessionIdleHours];
    const conditions = new Conditions([...values, context.session?.id ?? null]);
    return this.lists.find<ListedSession>(context, query, {
      select: `SELECT s.id, s.created_at AS "createdAt", date_trunc('minute', s.last_seen_at) AS "lastSeenAt", s.ip,
          s.user_agent AS "userAgent", s.method, s.id IS NOT DISTINCT FROM $5::uuid AS current
        FROM sessions s WHERE s.company_id = $1 AND s.user_id = $2 AND s.credential_version = $3 AND ${isGood('$4')}`,
      values: conditions.values,
      orderBy: 's.created_at, s.id',
    });
  }

  /** Whether there was such a session of the user, which is ended now. */
  async end(tx: TransactionContext, userId: string, id: string): Promise<boolean> {
    return (await this.delete(tx, userId, 'id = $3', id)) > 0;
  }

  /** Ends all sessions of the user but the context's own. */
  async endOthers(tx: TransactionContext, userId: string): Promise<void> {
    await this.delete(tx, userId, 'id IS DISTINCT FROM $3::uuid', tx.session?.id ?? null);
  }

  async endAll(tx: TransactionContext, userId: string): Promise<void> {
    await this.delete(tx, userId, '$3::uuid IS NULL', null);
  }

  /** Whether the context's session is still there, for a change that is under way; true without one. */
  async isStanding(context: RequestContext): Promise<boolean> {
    const { session } = context;
    if (!session) return true;
    const text = `SELECT FROM sessions WHERE token_hash = decode($1, 'hex')`;
    return (await this.database.row(context, { text }, [session.tokenHash])) !== undefined;
  }

  /** Those of the given sessions that are good no more. */
  async findEnded(tokenHashes: readonly string[]): Promise<ReadonlySet<string>> {
    if (tokenHashes.length === 0) return new Set();
    const text = `SELECT h.hash FROM unnest($1::text[]) AS h (hash) WHERE NOT EXISTS (
      SELECT FROM sessions s WHERE s.token_hash = decode(h.hash, 'hex') AND ${isGood('$2')})`;
    const values = [tokenHashes, this.configuration.sessionIdleHours];
    const ended = await this.database.rows<{ hash: string }>(OWN_WORK_CONTEXT, { text }, values);
    return new Set(ended.map(({ hash }) => hash));
  }

  /** Writes when sessions were used. */
  async writeUse(used: ReadonlyMap<string, number>): Promise<void> {
    const text = `UPDATE sessions s SET last_seen_at = greatest(s.last_seen_at, u.at)
      FROM unnest($1::text[], $2::timestamptz[]) AS u (hash, at) WHERE s.token_hash = decode(u.hash, 'hex')`;
    // In the order of their keys, so that two processes never wait for each other in a circle.
    const sorted = [...used].sort(([one], [other]) => (one < other ? -1 : 1));
    const lock = `SELECT FROM sessions s WHERE s.token_hash = ANY (ARRAY(SELECT decode(h, 'hex') FROM unnest($1::text[]) h))
      ORDER BY s.token_hash FOR NO KEY UPDATE`;
    const hashes = sorted.map(([hash]) => hash);
    await this.database.transaction(OWN_WORK_CONTEXT, async (tx) => {
      await this.database.execute(tx, { text: lock }, [hashes]);
      await this.database.execute(tx, { text }, [hashes, sorted.map(([, at]) => new Date(at).toISOString())]);
    });
  }

  @EveryHour({ role: 'scheduler' })
  async deleteOld(): Promise<void> {
    const text = `DELETE FROM sessions s WHERE NOT (${isGood('$1')})`;
    await this.database.execute(OWN_WORK_CONTEXT, { text }, [this.configuration.sessionIdleHours]);
  }

  private async delete(tx: TransactionContext, userId: string, condition: string, value: unknown): Promise<number> {
    const text = `DELETE FROM sessions WHERE company_id = $1 AND user_id = $2 AND ${condition}
      RETURNING encode(token_hash, 'hex') AS hash`;
    const ended = await this.database.rows<{ hash: string }>(tx, { text }, [tx.companyId, userId, value]);
    for (const { hash } of ended) {
      await this.announceEnded(tx, hash);
      await this.audit.record(tx, { action: 'session.ended', target: { type: 'user', id: userId, name: null } });
    }
    return ended.length;
  }

  /** Once the transaction is committed, it counts here, and others hear of it. */
  private async announceEnded(tx: InTransaction<DatabaseContext>, hash: string): Promise<void> {
    tx.transaction.afterCommit.push(() => this.cache.forget(hash));
    await this.database.notify(tx, SESSION_ENDED, hash);
  }
}
