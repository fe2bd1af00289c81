import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The rows of task labels store whether the task is open: a completed label is found without reading its tasks. */
export class OpenTaskLabels1795350000000 implements MigrationInterface {
  name = 'OpenTaskLabels1795350000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TRIGGER tasks_open_changed_for_labels ON tasks');
    await runner.query('DROP FUNCTION mark_open_task_labels()');
    await runner.query('ALTER TABLE task_labels DROP COLUMN is_open');
  }
}

const STATEMENTS = [
  'ALTER TABLE task_labels ADD COLUMN is_open boolean NOT NULL DEFAULT true',
  `UPDATE task_labels l SET is_open = false FROM tasks t
    WHERE t.company_id = l.company_id AND t.id = l.task_id AND t.status = 'Done'`,
  `CREATE INDEX task_labels_open ON task_labels (company_id, label_id) WHERE is_open`,

  `CREATE FUNCTION mark_open_task_labels() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      UPDATE task_labels SET is_open = NEW.status <> 'Done' WHERE company_id = NEW.company_id AND task_id = NEW.id;
      RETURN NULL;
    END
  $$`,
  `CREATE TRIGGER tasks_open_changed_for_labels AFTER UPDATE OF status ON tasks FOR EACH ROW
    WHEN ((OLD.status = 'Done') <> (NEW.status = 'Done')) EXECUTE FUNCTION mark_open_task_labels()`,
];
