import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Time zones of users; who created a task and when it was completed, from the history where that is known. */
export class TaskCompletion1796030000000 implements MigrationInterface {
  name = 'TaskCompletion1796030000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`ALTER TABLE users ADD timezone text NOT NULL DEFAULT 'UTC'`);
    await runner.query('ALTER TABLE tasks ADD created_by_id uuid, ADD completed_at timestamptz(3)');
    await runner.query(`
      UPDATE tasks t SET created_by_id = h.created_by_id,
        completed_at = CASE WHEN t.status = 'Done' THEN coalesce(h.completed_at, t.created_at) END
      FROM (
        SELECT a.company_id, a.task_id,
          (array_agg(a.actor_id ORDER BY a.id) FILTER (WHERE a.event = 'task.created'))[1] AS created_by_id,
          max(a.at) FILTER (WHERE a.changes -> 'status' ->> 'to' = 'Done') AS completed_at
        FROM task_activity a GROUP BY 1, 2) h
      WHERE h.company_id = t.company_id AND h.task_id = t.id
        AND (h.created_by_id IS NOT NULL OR t.status = 'Done')`);
    await runner.query(`UPDATE tasks SET completed_at = updated_at WHERE status = 'Done' AND completed_at IS NULL`);
    await runner.query(`ALTER TABLE tasks ADD CONSTRAINT tasks_created_by_fkey
      FOREIGN KEY (company_id, created_by_id) REFERENCES users (company_id, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tasks DROP completed_at, DROP created_by_id');
    await runner.query('ALTER TABLE users DROP timezone');
  }
}
