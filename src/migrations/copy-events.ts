import type { QueryRunner } from 'typeorm';
import { idsOfTheirTime } from './ids-of-their-time.js';

/**
 * Copies `events` to where they have positions, unless that is done. Others read and write meanwhile: the
 * comment of the table keeps the oldest transaction that the copy may lack.
 */
export async function copyEvents(runner: QueryRunner): Promise<void> {
  const [row] = (await runner.query(`SELECT to_regclass('events') IS NOT NULL
    AND to_regclass('events_with_positions') IS NULL AS "isToDo"`)) as { isToDo: boolean }[];
  if (!row?.isToDo) return;
  await runner.query(CREATE_TABLE);
  const [oldest] = (await runner.query('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS id')) as {
    id: string;
  }[];
  await runner.query(`COMMENT ON TABLE events_with_positions IS '${oldest?.id}'`);
  await runner.query(`SET LOCAL maintenance_work_mem = '256MB'`);
  await insertCopies(runner, (id) => ({ where: 'true', position: positionBy(id) }));
  for (const statement of INDEXES) await runner.query(statement);
}

/** Copies the events that were written since, and lets deliveries reference the copies. Nobody may write events any more. */
export async function copyNewEvents(runner: QueryRunner): Promise<void> {
  const [oldest] = (await runner.query(`SELECT obj_description('events_with_positions'::regclass) AS id`)) as {
    id: string;
  }[];
  // They are few, which PostgreSQL does not know: it would join the whole tables, and everyone waits.
  await runner.query('SET LOCAL enable_hashjoin = off');
  await runner.query('SET LOCAL enable_mergejoin = off');
  await insertCopies(runner, (id) => ({
    where: `age(e.xmin) <= age('${oldest?.id}'::xid8::xid)
      AND NOT EXISTS (SELECT FROM events_with_positions c WHERE c.company_id = e.company_id AND c.id = ${id})`,
    position: `CASE WHEN e.name = 'ping' THEN -1 ELSE ${LAST_POSITION} + ${positionBy(id)} END`,
  }));
  await runner.query('SET LOCAL enable_hashjoin = on');
  await runner.query('SET LOCAL enable_mergejoin = on');
  const idOf = await idsOfTheirTime(runner, 'events');
  if (!idOf) return;
  const id = idOf('e.id', 'e.occurred_at');
  await runner.query(`UPDATE webhook_deliveries d SET event_id = ${id}
    FROM events e WHERE e.company_id = d.company_id AND e.id = d.event_id AND e.id <> ${id}`);
}

async function insertCopies(
  runner: QueryRunner,
  copies: (id: string) => { where: string; position: string },
): Promise<void> {
  const id = (await idsOfTheirTime(runner, 'events'))?.('e.id', 'e.occurred_at') ?? 'e.id';
  const { where, position } = copies(id);
  await runner.query(`SET LOCAL work_mem = '128MB'`);
  await runner.query(`INSERT INTO events_with_positions
      (company_id, id, name, project_id, data, occurred_at, position, task_projects)
    SELECT e.company_id, ${id}, e.name, e.project_id, e.data, e.occurred_at, ${position}, ${TASK_PROJECTS}
    FROM events e WHERE ${where}`);
}

// NOT NULL without a default: an older version that still runs cannot write events that nobody could read.
const CREATE_TABLE = `CREATE TABLE events_with_positions (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    project_id uuid,
    data json NOT NULL,
    occurred_at timestamptz(3) NOT NULL,
    position bigint NOT NULL,
    actor_id uuid,
    api_key_id uuid,
    audience uuid[],
    task_projects json
  )`;

/** The tasks that the data of an event of old names as blockers. */
const NAMED = `json_array_elements_text((e.data -> 'changes' -> 'blockerIds' -> 'from')) UNION
  SELECT json_array_elements_text((e.data -> 'changes' -> 'blockerIds' -> 'to'))`;

const TASK_PROJECTS = `CASE WHEN e.name = 'task.updated' AND e.data::text LIKE '%"blockerIds":%'
    AND e.data -> 'changes' -> 'blockerIds' IS NOT NULL
  THEN (SELECT json_object_agg(named.id, t.project_id) FROM (SELECT ${NAMED}) named (id)
    LEFT JOIN tasks t ON t.company_id = e.company_id AND t.id = named.id::uuid) END`;

/** Pings of old are in no log. */
const positionBy = (id: string) => `CASE WHEN e.name = 'ping' THEN -1
  ELSE count(*) FILTER (WHERE e.name <> 'ping') OVER (PARTITION BY e.company_id ORDER BY ${id}) END`;

const LAST_POSITION = `greatest(0, (SELECT max(c.position) FROM events_with_positions c
  WHERE c.company_id = e.company_id))`;

/** Made last: an index grows slowly, and is built fast. */
const INDEXES = [
  'ALTER TABLE events_with_positions ADD CONSTRAINT events_with_positions_pkey PRIMARY KEY (company_id, id)',
  'CREATE INDEX events_with_positions_age ON events_with_positions (occurred_at)',
  'CREATE INDEX events_position ON events_with_positions (company_id, position)',
];
