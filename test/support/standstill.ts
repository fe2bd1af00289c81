import { eventually } from './eventually.js';

type Query = (text: string) => Promise<unknown[]>;

/** Makes inserts into a table stand still without a lock, because the service waits for a lock only some seconds. */
export class Standstill {
  private constructor(private readonly query: Query) {}

  /** From now on, inserts into the table do not come to an end. */
  static async begin(query: Query, table: string): Promise<Standstill> {
    await query('CREATE TABLE IF NOT EXISTS standstill ()');
    await query('INSERT INTO standstill DEFAULT VALUES');
    await query(`CREATE OR REPLACE FUNCTION stand_still() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN WHILE EXISTS (SELECT FROM standstill) LOOP PERFORM pg_sleep(0.05); END LOOP; RETURN NEW; END $$`);
    await query(
      `CREATE OR REPLACE TRIGGER stand_still BEFORE INSERT ON ${table} FOR EACH ROW EXECUTE FUNCTION stand_still()`,
    );
    return new Standstill(query);
  }

  /** Resolves once it holds so many of them up. */
  async holds(count: number): Promise<void> {
    const text = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`;
    await eventually(`${count} inserts stand still`, async () => (await this.query(text)).length === count);
  }

  /** Lets them go on. */
  async end(): Promise<void> {
    await this.query('DELETE FROM standstill');
  }
}
