import { Injectable } from '@nestjs/common';
import { type DatabaseContext, type InTransaction, OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { EveryHour } from '#core/processes/hourly-work.js';
import type { Client } from './client.js';

/** The first of the two numbers of a lock on the registrations of a network. */
const REGISTRATION_LOCKS = 1_016;

/** Clients that registered themselves. */
@Injectable()
export class ClientsRepository {
  constructor(private readonly database: Database) {}

  findById(context: DatabaseContext, id: string): Promise<Client | undefined> {
    const text = 'SELECT id, name, uri, redirect_uris AS "redirectUris" FROM oauth_clients WHERE id = $1';
    return this.database.rowByKey(context, { text }, [id]);
  }

  /** When the network may register a client again, in seconds; 0 for now. Others of the network wait until the transaction ends. */
  async findWait(tx: InTransaction<DatabaseContext>, networkHash: string, most: number): Promise<number> {
    const lock = `SELECT pg_advisory_xact_lock(${REGISTRATION_LOCKS}, hashtext($1))`;
    await this.database.execute(tx, { text: lock }, [networkHash]);
    const text = `SELECT ceil(extract(epoch FROM c.created_at + interval '1 hour' - clock_timestamp()))::integer AS seconds
      FROM oauth_clients c WHERE c.network_hash = decode($1, 'hex') AND c.created_at > clock_timestamp() - interval '1 hour'
      ORDER BY c.created_at DESC OFFSET $2 LIMIT 1`;
    const row = await this.database.row<{ seconds: number }>(tx, { text }, [networkHash, most - 1]);
    return row ? Math.max(1, row.seconds) : 0;
  }

  async insertClient(tx: InTransaction<DatabaseContext>, client: Client, networkHash: string): Promise<void> {
    const text = `INSERT INTO oauth_clients (id, name, uri, redirect_uris, network_hash, created_at, last_used_at)
      VALUES ($1, $2, $3, $4, decode($5, 'hex'), clock_timestamp(), clock_timestamp())`;
    const { id, name, uri, redirectUris } = client;
    await this.database.execute(tx, { text }, [id, name, uri, redirectUris, networkHash]);
  }

  /** Written once an hour. */
  async noteUse(context: DatabaseContext, id: string): Promise<void> {
    const text = `UPDATE oauth_clients SET last_used_at = now() WHERE id = $1 AND last_used_at < now() - interval '1 hour'`;
    await this.database.execute(context, { text }, [id]);
  }

  @EveryHour({ role: 'scheduler' })
  async deleteUnused(): Promise<void> {
    const text = `DELETE FROM oauth_clients WHERE last_used_at < now() - interval '30 days'`;
    await this.database.execute(OWN_WORK_CONTEXT, { text });
  }
}
