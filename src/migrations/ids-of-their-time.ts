import type { QueryRunner } from 'typeorm';

const DAY = 86_400_000;

/** The lowest UUID v7 of that moment, Unix time in milliseconds. */
export function lowestUuidAt(moment: number): string {
  const hex = moment.toString(16).padStart(12, '0') + '0'.repeat(20);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** The moment of the highest id of a table, Unix time in milliseconds; null when it is empty. */
export async function lastMoment(runner: QueryRunner, table: string): Promise<number | null> {
  // Found by the primary key of most: (company_id, id).
  const [row] = (await runner.query(`SELECT last.id::text AS id FROM companies c, LATERAL (
      SELECT t.id FROM ${table} t WHERE t.company_id = c.id ORDER BY t.id DESC LIMIT 1) last
    ORDER BY last.id DESC LIMIT 1`)) as { id: string }[];
  return row ? Number.parseInt(row.id.replaceAll('-', '').slice(0, 12), 16) : null;
}

/**
 * An id whose time is more than a day in the future is not a UUID v7, or a wrong clock made it. Partitions use that time,
 * so such an id gets the time of its row, at most today. Two calls on the same day give the same id. Returns SQL for the
 * new id of a row; undefined when the table has no such id.
 */
export async function idsOfTheirTime(
  runner: QueryRunner,
  table: string,
): Promise<((id: string, at: string) => string) | undefined> {
  const today = Date.now() - (Date.now() % DAY);
  const bound = today + 2 * DAY;
  const last = await lastMoment(runner, table);
  if (last === null || last < bound) return undefined;
  return (id, at) => `CASE WHEN ${id} < '${lowestUuidAt(bound)}' THEN ${id} ELSE encode(overlay(uuid_send(${id})
    PLACING substring(int8send((extract(epoch FROM least(${at}, to_timestamp(${today / 1_000}))) * 1000)::bigint) FROM 3) FROM 1 FOR 6), 'hex')::uuid END`;
}
