import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Blockers know whether they are open, so that blocked tasks are found without looking at what blocks them. */
export class OpenBlockers1795295000000 implements MigrationInterface {
  name = 'OpenBlockers1795295000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER tasks_open_changed ON tasks');
    await runner.query('DROP FUNCTION mark_open_blockers()');
    await runner.query('ALTER TABLE task_blockers DROP COLUMN is_open');
  }
}

const STATEMENTS = [
  'ALTER TABLE task_blockers ADD COLUMN is_open boolean NOT NULL DEFAULT true',
  `UPDATE task_blockers b SET is_open = false FROM tasks t
    WHERE t.company_id = b.company_id AND t.id = b.blocker_id AND t.status = 'Done'`,
  `CREATE INDEX task_blockers_open ON task_blockers (company_id, task_id) WHERE is_open`,

  // Every statement that closes or opens a task also updates the tasks that it blocks.
  `CREATE FUNCTION mark_open_blockers() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE task_blockers SET is_open = NEW.status <> 'Done' WHERE company_id = NEW.company_id AND blocker_id = NEW.id;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER tasks_open_changed AFTER UPDATE OF status ON tasks FOR EACH ROW
    WHEN ((OLD.status = 'Done') <> (NEW.status = 'Done')) EXECUTE FUNCTION mark_open_blockers()`,
];
