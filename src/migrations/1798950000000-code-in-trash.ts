import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The code of a task stays in its table while the task is in the trash, where events keep it up to date. */
export class CodeInTrash1798950000000 implements MigrationInterface {
  name = 'CodeInTrash1798950000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE code_links DROP CONSTRAINT code_links_task_fkey');
    await runner.query(`INSERT INTO code_links SELECT l.* FROM trashed_rows r, jsonb_populate_record(NULL::code_links, r.row) l
      WHERE r.source = 'code_links'`);
    await runner.query(`DELETE FROM trashed_rows WHERE source = 'code_links'`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`INSERT INTO trashed_rows (company_id, id, task_id, source, row)
      SELECT l.company_id, md5('code_links ' || l.id::text)::uuid, l.task_id, 'code_links', to_jsonb(l)
      FROM code_links l JOIN trashed_tasks tt ON tt.company_id = l.company_id AND tt.id = l.task_id`);
    await runner.query(`DELETE FROM code_links l WHERE NOT EXISTS (
      SELECT FROM tasks t WHERE t.company_id = l.company_id AND t.id = l.task_id)`);
    await runner.query(`ALTER TABLE code_links ADD CONSTRAINT code_links_task_fkey
      FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE`);
  }
}
