import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Delegates of tasks, keys of agents, and colleagues as actors. */
export class Agents1796060000000 implements MigrationInterface {
  name = 'Agents1796060000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE tasks ADD delegate_id uuid');
    await runner.query(`ALTER TABLE tasks ADD CONSTRAINT tasks_delegate_fkey
      FOREIGN KEY (company_id, delegate_id) REFERENCES virtual_colleagues (company_id, id)`);
    await runner.query('CREATE INDEX tasks_delegate ON tasks (company_id, delegate_id) WHERE delegate_id IS NOT NULL');
    await runner.query('ALTER TABLE api_keys ADD colleague_id uuid');
    await runner.query(
      'CREATE INDEX api_keys_colleague ON api_keys (company_id, colleague_id) WHERE colleague_id IS NOT NULL',
    );
    await runner.query('ALTER TABLE api_key_hashes ADD colleague_id uuid');
    await runner.query('ALTER TABLE events ADD actor_colleague json');
    await runner.query('ALTER TABLE task_activity ADD actor_colleague json');
    await runner.query('ALTER TABLE comments ADD author_colleague json');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE comments DROP author_colleague');
    await runner.query('ALTER TABLE task_activity DROP actor_colleague');
    await runner.query('ALTER TABLE events DROP actor_colleague');
    await runner.query('ALTER TABLE api_key_hashes DROP colleague_id');
    await runner.query('ALTER TABLE api_keys DROP colleague_id');
    await runner.query('ALTER TABLE tasks DROP delegate_id');
  }
}
