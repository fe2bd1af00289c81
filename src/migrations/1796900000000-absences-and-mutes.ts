import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When people are away, and of which tasks colleagues say nothing. */
export class AbsencesAndMutes1796900000000 implements MigrationInterface {
  name = 'AbsencesAndMutes1796900000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE users ADD away_from text, ADD away_until text, ADD away_note text');
    await runner.query(`CREATE TABLE task_mutes (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      task_id uuid NOT NULL,
      colleague_id uuid,
      rule_key text,
      rule text,
      until timestamptz(3),
      note text,
      by_id uuid,
      created_at timestamptz(3) NOT NULL,
      CONSTRAINT task_mutes_pkey PRIMARY KEY (company_id, id),
      CONSTRAINT task_mutes_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE,
      CONSTRAINT task_mutes_colleague_fkey FOREIGN KEY (company_id, colleague_id)
        REFERENCES virtual_colleagues (company_id, id) ON DELETE CASCADE,
      CONSTRAINT task_mutes_by_fkey FOREIGN KEY (company_id, by_id) REFERENCES users (company_id, id)
    )`);
    await runner.query(`CREATE UNIQUE INDEX task_mutes_one ON task_mutes (company_id, task_id, colleague_id, rule_key)
      NULLS NOT DISTINCT`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE task_mutes');
    await runner.query('ALTER TABLE users DROP away_from, DROP away_until, DROP away_note');
  }
}
