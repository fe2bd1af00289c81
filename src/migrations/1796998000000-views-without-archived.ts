import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The views that companies began with, where nobody has changed them, leave out the tasks of archived projects. */
export class ViewsWithoutArchived1796998000000 implements MigrationInterface {
  name = 'ViewsWithoutArchived1796998000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE views SET filter = filter || ' and not archived'
      WHERE owner_id IS NULL AND project_id IS NULL AND (name, filter) IN (
        ('Open and mine', 'assignee = me and not done'),
        ('Overdue', 'overdue'),
        ('Nobody has it', 'assignee is empty and not done and priority >= High'))`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      UPDATE views SET filter = replace(filter, ' and not archived', '')
      WHERE owner_id IS NULL AND project_id IS NULL AND name IN ('Open and mine', 'Overdue', 'Nobody has it')`);
  }
}
