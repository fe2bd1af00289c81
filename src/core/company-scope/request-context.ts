import type { FastifyBaseLogger } from 'fastify';
import type { PoolClient } from 'pg';
import type { Versioned } from '../../common/http/entity-tag.js';
import type { Permission } from '../auth/permissions.js';
import { OWN_WORK } from '../shares/fair-share.js';
import type { Role } from './role.js';

/** An open transaction: the connection that it has to itself. */
export interface Transaction {
  readonly client: PoolClient;
  /** What is done as the last of the transaction, in this order. */
  readonly beforeCommit: (() => Promise<void>)[];
  /** What is done once it is committed; must not fail. */
  readonly afterCommit: (() => void)[];
}

/** What the database has to know of whom it works for. */
export interface DatabaseContext {
  /** Whose share it takes of what is scarce: a company's by id, that of a client network, or `OWN_WORK` (extensions 1.4). */
  readonly share: string;
  /** Aborts when the client of a read hangs up; a write has none and goes on to its end (extensions 1.3). */
  readonly signal?: AbortSignal;
  /** Milliseconds that a statement may take. Default 10,000; the service's own work may take any time (extensions 1.3). */
  readonly statementTimeout?: number;
  readonly transaction?: Transaction;
}

/** Has a request carried out once, however often it is sent (extensions 3.1): a part of the transaction of its change. */
export interface Repetition {
  /** @throws ConflictError when the same request is under way elsewhere. */
  begin(context: TransactionContext): Promise<void>;
  /** Keeps what the change is answered with. */
  keep(context: TransactionContext, answer: Answer): Promise<void>;
  /** Says that a request of several transactions is still under way. */
  renew(): Promise<void>;
}

/** What a write is answered with. */
export type Answer =
  /** Status 200 or 201, as the route says unless one is given. */
  | { readonly body: unknown; readonly status?: number }
  /** Something that is shown once: of it, only the id of what was made is kept. */
  | { readonly shownOnce: string }
  /** It comes with a later change of the same request. */
  | 'later';

/** Decides `If-Match` under the lock of the write (extensions 3.2). */
export interface Precondition {
  /** Shows a row that has just been locked, as it is. */
  see(row: Versioned): void;
  /** The outcome of `work`. @throws PreconditionFailedError after 404 and 403, and in place of a 409 */
  decide<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * On whose behalf something is done, and where: the first argument of every service method. All that is read or written
 * with it belongs to its company, and joins its transaction when it has one.
 */
export interface RequestContext extends DatabaseContext {
  readonly companyId: string;
  readonly userId: string;
  readonly role: Role;
  readonly traceId: string;
  /** Writes the trace id with every line. */
  readonly log: FastifyBaseLogger;
  /** Where it comes from: an IPv4 address or an IPv6 /64; undefined for the service's own work. */
  readonly clientNetwork?: string;
  /** What the route asks of its callers; undefined for the service's own work. */
  readonly permission?: Permission;
  /** Of the key that the request was made with; undefined for a JWT. */
  readonly apiKeyId?: string;
  /** That the JWT was issued for; undefined for a key. */
  readonly credentialVersion?: number;
  /** When the JWT ends, in milliseconds of Unix time; undefined for a key. */
  readonly expiresAt?: number;
  /** The JWT came in the session cookie (extensions 8.3). */
  readonly bySession?: true;
  /** Of a request with an Idempotency-Key. */
  readonly repetition?: Repetition;
  /** Of a request with an If-Match. */
  readonly precondition?: Precondition;
}

/** A request whose company is not known yet: the network of its client stands for it. */
export interface AnonymousContext extends DatabaseContext, Pick<RequestContext, 'traceId' | 'log'> {
  /** An IPv4 address or an IPv6 /64. */
  readonly clientNetwork: string;
}

/** What the service does on its own behalf, such as claims, records, cleanup and the commands of the operator. */
export const OWN_WORK_CONTEXT: DatabaseContext = { share: OWN_WORK };

/** A context inside an open transaction. */
export type InTransaction<Context extends DatabaseContext> = Context & { readonly transaction: Transaction };
export type TransactionContext = InTransaction<RequestContext>;
