import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The schedule finds what is due among all companies by an index, and reads nothing else. */
export class DueLooks1796999500000 implements MigrationInterface {
  name = 'DueLooks1796999500000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX tasks_due_moment ON tasks (due_date) WHERE due_date IS NOT NULL AND status <> 'Done'`,
    );
    await runner.query('CREATE INDEX companies_deleted ON companies (deleted_at) WHERE deleted_at IS NOT NULL');
    await runner.query('CREATE INDEX exports_expires ON exports (expires_at) WHERE expires_at IS NOT NULL');
    await runner.query(
      `CREATE INDEX imports_at_work ON imports (company_id) WHERE state IN ('checking', 'running', 'stopping', 'undoing')`,
    );
    await runner.query(
      'CREATE INDEX webhook_health_failing ON webhook_health (failing_since) WHERE failing_since IS NOT NULL',
    );
    await runner.query('ALTER TABLE notification_settings ADD COLUMN digest_seen_at timestamptz(3)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE notification_settings DROP COLUMN digest_seen_at');
    await runner.query(
      'DROP INDEX webhook_health_failing, imports_at_work, exports_expires, companies_deleted, tasks_due_moment',
    );
  }
}
