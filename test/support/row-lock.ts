import { Client } from 'pg';
import type { TestDatabase } from './test-database.js';

/** Keeps everyone else from changing rows, as a transaction would that goes on for long. */
export class RowLock {
  private constructor(private readonly client: Client) {}

  /** `rows` is what follows FROM; `$1` is the value. */
  static async take(database: TestDatabase, rows: string, value: string): Promise<RowLock> {
    const client = new Client(database.url);
    client.on('error', () => undefined);
    await client.connect();
    await client.query('BEGIN');
    // Citus locks the rows of one company.
    const found = await client.query<{ company_id?: string }>(`SELECT * FROM ${rows}`, [value]);
    const companyId = found.rows[0]?.company_id;
    const ofCompany = companyId === undefined ? rows : `${rows} AND company_id = '${companyId}'`;
    await client.query(`SELECT FROM ${ofCompany} FOR UPDATE`, [value]);
    return new RowLock(client);
  }

  async release(): Promise<void> {
    await this.client.end();
  }
}
