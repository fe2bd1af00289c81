import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A mark on the few tasks that have more to show than their own row does, so that the others are read without looking for it. */
export class TaskExtras1796890000000 implements MigrationInterface {
  name = 'TaskExtras1796890000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tasks ADD COLUMN has_extras boolean NOT NULL DEFAULT false');
    await runner.query(`UPDATE tasks t SET has_extras = true
      WHERE EXISTS (SELECT 1 FROM attachments a WHERE a.company_id = t.company_id AND a.task_id = t.id)
        OR EXISTS (SELECT 1 FROM import_references r WHERE r.company_id = t.company_id AND r.kind = 'task' AND r.thing_id = t.id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tasks DROP COLUMN has_extras');
  }
}
