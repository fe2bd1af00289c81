import type { FastifyBaseLogger } from 'fastify';
import type { PoolClient, QueryConfig } from 'pg';
import type { Versioned } from '#common/http/entity-tag.js';
import type { Agent, AutomationActor } from '../access/agent.js';
import type { CallerGrant } from '../access/grants/grant.js';
import type { Permission } from '../access/permissions.js';
import type { SignIn } from '../access/sign-in.js';
import type { CallerSession } from '../access/sessions/session.js';
import type { Insertion } from '../database/schema/insertion.js';
import { OWN_WORK } from '../concurrency-limits/concurrency-limit.js';
import type { Role } from './role.js';

/** An open transaction, with a connection of its own. */
export interface Transaction {
  readonly client: PoolClient;
  /** Settles when BEGIN is answered, which is sent together with the first statement. */
  readonly begun: Promise<unknown>;
  /** Sent together with COMMIT, in this order: see `Database.executeAtEnd`. */
  readonly atEnd: QueryConfig[];
  /** Rows that are inserted together with COMMIT: see `Database.insertAtEnd`. */
  readonly insertions: Map<Insertion, unknown[][]>;
  /** Called at the end: the statement comes after those of `atEnd`, so its locks are held for the shortest time. */
  last?: () => Promise<QueryConfig | undefined>;
  /** How many rows that statement touched, once it is committed. */
  lastRows?: number | undefined;
  /** Runs after the commit; must not fail. */
  readonly afterCommit: (() => void)[];
}

/** What the database needs to know about its caller. */
export interface DatabaseContext {
  /** Whose share of scarce things it uses: a company's id, a client network, or `OWN_WORK`. */
  readonly share: string;
  /** Aborts when the client of a read hangs up. A write has no signal and runs to its end. */
  readonly signal?: AbortSignal;
  /** Milliseconds that a statement may take. Default 10,000; the service's own work may take any time. */
  readonly statementTimeout?: number;
  /** Milliseconds that a statement may wait for the share, for a request that has waited already. Default 5,000. */
  readonly longestWait?: number;
  /** Milliseconds that a statement of its transaction may wait for a lock. Default 4,000. */
  readonly lockTimeout?: number;
  readonly transaction?: Transaction;
}

/** Has a request carried out once, however often it is sent: a part of the transaction of its change. */
export interface IdempotentRequest {
  /** @throws ConflictError when the same request is under way elsewhere, or has been carried out. */
  begin(tx: TransactionContext): Promise<void>;
  /** Keeps what the change is answered with. */
  keep(tx: TransactionContext, answer: Answer): Promise<void>;
  /** Says that a request of several transactions is still under way. */
  renew(): Promise<void>;
  /** The request has failed: its key is unused. */
  fail(): Promise<void>;
}

/** What a write is answered with. */
export type Answer =
  /** Status 200 or 201, as the route says unless one is given. */
  | { readonly body: unknown; readonly status?: number }
  /** A secret that is shown once: only the id of the created resource is kept. */
  | { readonly shownOnce: string }
  /** The answer comes with a later change of the same request. */
  | 'later';

/** Decides `If-Match` under the lock of the write. */
export interface Precondition {
  /** Shows a row that has just been locked, as it is. */
  see(row: Versioned): void;
  /** The outcome of `work`. @throws PreconditionFailedError after 404 and 403, and in place of a 409 */
  decide<T>(work: () => Promise<T>): Promise<T>;
}

/** Calls a function once the answer is sent, or its client gone; or cuts the answer off. One for each request. */
export type AnswerEnd = (what: (() => void) | 'cut off') => void;

/**
 * On whose behalf something is done: the first argument of every service method. All that it reads and writes belongs to
 * its company, and joins its transaction if there is one.
 */
export interface RequestContext extends DatabaseContext {
  readonly companyId: string;
  readonly userId: string;
  readonly role: Role;
  readonly traceId: string;
  /** Writes the trace id with every line. */
  readonly log: FastifyBaseLogger;
  /** The client's IPv4 address or IPv6 /64. Undefined for the service's own work. */
  readonly clientNetwork?: string;
  /** The permission that the route requires. Undefined for the service's own work. */
  readonly permission?: Permission;
  /** The API key of the request. Undefined with a JWT. */
  readonly apiKeyId?: string;
  /** The virtual colleague whose key it is. */
  readonly agent?: Agent;
  /** The program that sends it, and what its person has granted to it. */
  readonly grant?: CallerGrant;
  /** A recurrence makes tasks for the user, or a connection to a forge changes them. */
  readonly automation?: AutomationActor;
  /** The version in the JWT. Undefined with an API key. */
  readonly credentialVersion?: number;
  /** When the JWT or session ends, in milliseconds of Unix time; undefined for a key. */
  readonly expiresAt?: number;
  /** What the JWT or session was made with; undefined for a key. */
  readonly signIn?: SignIn;
  /** The session whose cookie it is. */
  readonly session?: CallerSession;
  /** The company's directory asks, by its SCIM token: there is no user. */
  readonly scim?: true;
  /** Where the request comes from. Undefined for the service's own work. */
  readonly client?: ClientOrigin;
  /** Whom what it changes is told: new assignees alone, or nobody. Undefined: everyone it concerns. */
  readonly tells?: 'assignees' | 'nobody';
  /** It brings in what was elsewhere: whether webhooks hear of it. Undefined for everything else. */
  readonly importing?: { readonly deliver: boolean };
  /** By task, the key of the agent that changes it, where several keys of one user share a transaction. */
  readonly apiKeyIds?: ReadonlyMap<string, string | undefined>;
  /** No webhook hears of what it changes: a run of a virtual colleague. */
  readonly isUndelivered?: true;
  /** Bytes that the data of the events of a bulk request may take. */
  readonly mostEventBytes?: number;
  /** Undefined for the service's own work. */
  readonly answerEnd?: AnswerEnd;
  /** Of a request with an Idempotency-Key. */
  readonly idempotentRequest?: IdempotentRequest;
  /** Of a repeated request whose answer is read anew: what was kept of the first one. */
  readonly replayed?: unknown;
  /** Of a request with an If-Match. */
  readonly precondition?: Precondition;
}

/** Where a request comes from, as people are shown it. */
export interface ClientOrigin {
  readonly ip: string;
  readonly userAgent: string | null;
}

/** A request whose company is not known yet: the network of its client stands for it. */
export interface AnonymousContext extends DatabaseContext, Pick<RequestContext, 'traceId' | 'log' | 'client'> {
  /** An IPv4 address or an IPv6 /64. */
  readonly clientNetwork: string;
}

/** What the service does on its own behalf, such as claims, records, cleanup and the commands of the operator. */
export const OWN_WORK_CONTEXT: DatabaseContext = { share: OWN_WORK };

/** A context inside an open transaction. */
export type InTransaction<Context extends DatabaseContext> = Context & { readonly transaction: Transaction };
export type TransactionContext = InTransaction<RequestContext>;

/** Most bytes of the events of a bulk request. */
const MOST_EVENT_BYTES = 32 * 1024 * 1024;

/** The same on behalf of a bulk request, which may be quiet. */
export function inBulk<Context extends RequestContext>(context: Context, isQuiet: boolean | undefined): Context {
  return { ...quietly(context, isQuiet), mostEventBytes: MOST_EVENT_BYTES };
}

/** The same on behalf of a request that tells new assignees alone of what it changes. */
function quietly<Context extends RequestContext>(context: Context, isQuiet = false): Context {
  return isQuiet ? { ...context, tells: 'assignees' } : context;
}
