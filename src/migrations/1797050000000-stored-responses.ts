import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The table of stored responses is called what the code calls it. */
export class StoredResponses1797050000000 implements MigrationInterface {
  name = 'StoredResponses1797050000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE kept_answers RENAME TO stored_responses');
    await runner.query('ALTER TABLE stored_responses RENAME CONSTRAINT kept_answers_pkey TO stored_responses_pkey');
    await runner.query('ALTER INDEX kept_answers_age RENAME TO stored_responses_age');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER INDEX stored_responses_age RENAME TO kept_answers_age');
    await runner.query('ALTER TABLE stored_responses RENAME CONSTRAINT stored_responses_pkey TO kept_answers_pkey');
    await runner.query('ALTER TABLE stored_responses RENAME TO kept_answers');
  }
}
