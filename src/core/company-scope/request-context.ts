import type { FastifyBaseLogger } from 'fastify';
import type { EntityManager } from 'typeorm';
import type { ClientBase } from 'pg';
import type { Role } from './role.js';

/** An open transaction: TypeORM's manager and the connection under it, for prepared statements. */
export interface Transaction {
  readonly manager: EntityManager;
  readonly client: ClientBase;
}

/**
 * On whose behalf something is done, and where: the first argument of every service method. All that is read or written
 * with it belongs to its company, and joins its transaction when it has one.
 */
export interface RequestContext {
  readonly companyId: string;
  readonly userId: string;
  readonly role: Role;
  readonly traceId: string;
  /** Writes the trace id with every line. */
  readonly log: FastifyBaseLogger;
  readonly transaction?: Transaction;
}

/** A request whose company is not known yet. */
export type AnonymousContext = Pick<RequestContext, 'traceId' | 'log' | 'transaction'>;

/** A context inside an open transaction. */
export type TransactionContext = RequestContext & { readonly transaction: Transaction };
