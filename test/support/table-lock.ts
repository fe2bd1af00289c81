import { Client } from 'pg';
import type { TestDatabase } from './test-database.js';

/** Keeps everyone else from a table: what reads or writes it waits, as if it were slow. */
export class TableLock {
  private constructor(private readonly client: Client) {}

  static async take(database: TestDatabase, table: string): Promise<TableLock> {
    const client = new Client(database.url);
    client.on('error', () => undefined);
    await client.connect();
    await client.query(`BEGIN; LOCK TABLE ${table}`);
    return new TableLock(client);
  }

  async release(): Promise<void> {
    await this.client.end();
  }
}
