import { StatementCheck } from '../../support/portable/statement-check.js';
import type { RefusalName } from '../../support/portable/statement-rules.js';
import { TestDatabase } from '../../support/test-database.js';

let database: TestDatabase;
let check: StatementCheck;
beforeAll(async () => {
  database = await TestDatabase.create();
  check = await StatementCheck.on(database.url);
});
afterAll(async () => {
  await check.close();
  await database.close();
});

const REFUSED: [RefusalName, string][] = [
  ['volatileSet', 'UPDATE works SET last_seen_at = clock_timestamp() WHERE company_id = $1 AND id = $2'],
  ['volatileSet', 'DELETE FROM works WHERE company_id = $1 AND last_seen_at < clock_timestamp()'],
  ['stableColumn', `UPDATE exports SET updated_at = updated_at + interval '1 ms' WHERE company_id = $1`],
  [
    'stableColumn',
    `UPDATE exports SET updated_at = greatest(now(), updated_at + interval '1 ms') WHERE company_id = $1`,
  ],
  ['stableColumn', `DELETE FROM inbox_entries WHERE updated_at < $1 AND done_at + interval '1 day' < $1`],
  ['mutableCase', 'UPDATE works SET ended_at = CASE WHEN stop_cause IS NULL THEN now() END WHERE company_id = $1'],
  ['mutableCase', 'UPDATE sso_domains SET verified_at = coalesce(verified_at, now()) WHERE company_id = $1'],
  [
    'mutableConflict',
    `INSERT INTO audit_heads AS h (company_id, position, hash) VALUES ($1, 1, '')
      ON CONFLICT (company_id) DO UPDATE SET hash = encode(sha256(convert_to(h.hash, 'UTF8')), 'hex')`,
  ],
  [
    'mutableConflict',
    `INSERT INTO import_leases (company_id, import_id, lease_id, lease_until) VALUES ($1, $2, $3, $4)
      ON CONFLICT (company_id) DO UPDATE SET lease_until = now()`,
  ],
  [
    'mutableConflict',
    `INSERT INTO import_leases AS l (company_id, import_id, lease_id, lease_until) VALUES ($1, $2, $3, $4)
      ON CONFLICT (company_id) DO UPDATE SET lease_until = $4 WHERE l.lease_until <= now()`,
  ],
  ['mutableReturning', 'DELETE FROM mails WHERE company_id = $1 RETURNING give_up_at <= now()'],
  ['companySet', 'UPDATE tasks SET company_id = $1 WHERE company_id = $1 AND id = $2'],
  [
    'insertSubquery',
    `INSERT INTO audit_heads (company_id, position, hash) VALUES ($1, 1, (SELECT hash FROM audit_heads WHERE company_id = $1))`,
  ],
  ['locksOfMany', 'SELECT id FROM tasks WHERE completed_at < $1 FOR UPDATE'],
  ['locksOfMany', 'WITH due AS (SELECT id FROM tasks LIMIT 1 FOR UPDATE SKIP LOCKED) SELECT id FROM due'],
  [
    'recursion',
    `WITH RECURSIVE below AS (SELECT company_id, id FROM tasks WHERE id = $1
        UNION SELECT t.company_id, t.id FROM tasks t JOIN below b ON t.company_id = b.company_id AND t.parent_id = b.id)
      SELECT id FROM below`,
  ],
  [
    'twoInsertSelects',
    `WITH one AS (INSERT INTO task_watchers (company_id, task_id, user_id)
        SELECT t.company_id, t.id, $2 FROM tasks t WHERE t.company_id = $1 RETURNING task_id)
      INSERT INTO task_texts (company_id, id, project_id, created_at, text)
      SELECT $1, t.id, t.project_id, t.created_at, '' FROM tasks t JOIN one ON one.task_id = t.id WHERE t.company_id = $1`,
  ],
  ['composite', 'SELECT id FROM tasks WHERE company_id = $1 AND (($2::uuid, $3::uuid) IS NOT NULL)'],
  ['join', 'SELECT t.id FROM tasks t JOIN projects p ON p.id = t.project_id'],
  ['join', 'SELECT id FROM tasks t WHERE EXISTS (SELECT FROM projects p WHERE p.id = t.project_id)'],
  ['join', 'SELECT t.id FROM tasks t JOIN projects p ON p.id = t.project_id WHERE t.company_id = $1'],
  [
    'besideFunction',
    `SELECT h.id FROM unnest($2::uuid[]) h (id) WHERE NOT EXISTS (
      SELECT 1 FROM users u WHERE u.company_id = $1 AND u.id = h.id
        AND NOT EXISTS (SELECT FROM passkeys p WHERE p.company_id = u.company_id AND p.user_id = u.id))`,
  ],
  ['severalCommands', 'BEGIN; LOCK TABLE tasks IN ACCESS SHARE MODE'],
  ['trigger', 'CREATE TRIGGER another AFTER INSERT ON tasks FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()'],
];

const PORTABLE = [
  'UPDATE companies SET updated_at = now() WHERE id = $1',
  `UPDATE mails SET next_attempt_at = now() + interval '60 seconds' WHERE company_id = $1`,
  `DELETE FROM mails WHERE next_attempt_at < now() - interval '1 day'`,
  'UPDATE works SET last_seen_at = $3 WHERE company_id = $1 AND id = $2',
  `WITH due AS (SELECT company_id, id, updated_at + interval '1 ms' AS at FROM exports WHERE company_id = $1)
    UPDATE exports e SET updated_at = due.at FROM due WHERE e.company_id = $1 AND e.id = due.id`,
  `INSERT INTO import_leases (company_id, import_id, lease_id, lease_until) VALUES ($1, $2, $3, now())
    ON CONFLICT (company_id) DO UPDATE SET lease_until = excluded.lease_until`,
  'SELECT id FROM tasks WHERE company_id = $1 FOR UPDATE',
  'SELECT t.id FROM tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id',
  'SELECT t.id FROM tasks t, projects p WHERE t.company_id = $1 AND p.company_id = $1 AND p.id = t.project_id',
  `SELECT t.id FROM tasks t WHERE t.company_id = $1
    AND t.project_id IN (SELECT p.id FROM projects p WHERE p.company_id = t.company_id)`,
  `WITH RECURSIVE below AS (SELECT id FROM tasks WHERE company_id = $1 AND id = $2
      UNION SELECT t.id FROM tasks t JOIN below b ON t.parent_id = b.id WHERE t.company_id = $1)
    SELECT id FROM below`,
  `SELECT company_id FROM mails WHERE next_attempt_at <= now() UNION ALL SELECT company_id FROM erasures`,
  'SELECT id FROM tasks WHERE company_id = $1 AND (created_at, id) > ($2, $3)',
  `SELECT h.id FROM unnest($2::uuid[]) h (id)
    WHERE NOT EXISTS (SELECT 1 FROM users u WHERE u.company_id = $1 AND u.id = h.id)`,
];

describe('The check of statements', () => {
  it.each(REFUSED)('says %s of %s', async (name, text) => {
    expect(await check.refusals(text)).toContain(name);
  });

  it.each(PORTABLE)('lets %s through', async (text) => {
    expect(await check.refusals(text)).toEqual([]);
  });

  it('finds no trigger that is not declared', async () => {
    expect(await check.undeclaredTriggers()).toEqual([]);
  });
});
