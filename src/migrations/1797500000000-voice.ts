import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is told counts for all colleagues, and how often due dates move is looked up. What was said counts as told. */
export class Voice1797500000000 implements MigrationInterface {
  name = 'Voice1797500000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE virtual_colleague_said ADD COLUMN type text, ADD COLUMN told boolean,
      ADD COLUMN listed boolean NOT NULL DEFAULT false, ADD COLUMN measure numeric,
      ADD COLUMN passed boolean NOT NULL DEFAULT false`);
    await runner.query(`UPDATE virtual_colleague_said SET told = held IS NULL
        AND user_id <> '00000000-0000-0000-0000-000000000000',
      type = CASE WHEN rule = 'task.overdue' THEN 'chase'
        WHEN rule IN ('task.due_soon', 'task.review_waiting', 'work.review_waiting') THEN 'reminder'
        WHEN rule IN ('task.escalated', 'task.blocked', 'work.stuck') THEN 'escalation'
        WHEN rule LIKE '%.%' THEN 'report' END`);
    await runner.query(`UPDATE virtual_colleague_said said SET type = own.rule ->> 'type'
      FROM virtual_colleagues c CROSS JOIN LATERAL jsonb_array_elements(c.rules) AS own (rule)
      WHERE c.company_id = said.company_id AND c.id = said.colleague_id AND own.rule ->> 'id' = said.rule`);
    await runner.query(`CREATE INDEX virtual_colleague_said_person ON virtual_colleague_said (company_id, user_id, at)
      WHERE held IS NULL`);
    await runner.query(
      'CREATE INDEX virtual_colleague_said_thing ON virtual_colleague_said (company_id, subject_id, rule, at)',
    );
    await runner.query(`CREATE INDEX virtual_colleague_said_told ON virtual_colleague_said
      (company_id, rule, subject_id, user_id, at) WHERE told`);
    await runner.query(`CREATE INDEX task_activity_due_dates ON task_activity (company_id, task_id, id)
      WHERE changes -> 'dueDate' IS NOT NULL`);
    await runner.query(`ALTER TABLE virtual_colleague_runs ALTER COLUMN held SET DEFAULT
      '{"repeat": 0, "muted": 0, "promised": 0, "active": 0, "said": 0, "away": 0, "budget": 0}'`);
    await runner.query(
      `UPDATE virtual_colleague_runs SET held = '{"promised": 0, "active": 0, "said": 0}'::jsonb || held`,
    );
    await runner.query(`ALTER TABLE virtual_colleague_runs ADD COLUMN dropped integer NOT NULL DEFAULT 0,
      ADD COLUMN answer jsonb`);
    await runner.query(`ALTER TABLE virtual_colleague_activity ADD COLUMN severity text, ADD COLUMN suggestion text`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE virtual_colleague_activity DROP COLUMN suggestion, DROP COLUMN severity');
    await runner.query('ALTER TABLE virtual_colleague_runs DROP COLUMN answer, DROP COLUMN dropped');
    await runner.query(`ALTER TABLE virtual_colleague_runs ALTER COLUMN held SET DEFAULT
      '{"away": 0, "muted": 0, "budget": 0, "repeat": 0}'`);
    await runner.query(`UPDATE virtual_colleague_runs SET held = held - ARRAY['promised', 'active', 'said']`);
    await runner.query('DROP INDEX task_activity_due_dates');
    await runner.query('DROP INDEX virtual_colleague_said_told');
    await runner.query('DROP INDEX virtual_colleague_said_thing');
    await runner.query('DROP INDEX virtual_colleague_said_person');
    await runner.query('DELETE FROM virtual_colleague_said WHERE listed');
    await runner.query(`ALTER TABLE virtual_colleague_said DROP COLUMN passed, DROP COLUMN measure,
      DROP COLUMN listed, DROP COLUMN told, DROP COLUMN type`);
  }
}
