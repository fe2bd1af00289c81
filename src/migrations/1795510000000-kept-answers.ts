import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The answers of POSTs with an Idempotency-Key. */
export class KeptAnswers1795510000000 implements MigrationInterface {
  name = 'KeptAnswers1795510000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`CREATE TABLE kept_answers (
      company_id uuid NOT NULL,
      owner_id uuid NOT NULL,
      key text NOT NULL,
      request_hash bytea NOT NULL,
      status smallint,
      body bytea,
      etag text,
      shown_once uuid,
      size integer NOT NULL,
      claimed_until timestamptz(3),
      created_at timestamptz(3) NOT NULL,
      CONSTRAINT kept_answers_pkey PRIMARY KEY (company_id, owner_id, key)
    )`);
    // Not compressed, so that a large one can be read piece by piece.
    await runner.query('ALTER TABLE kept_answers ALTER COLUMN body SET STORAGE EXTERNAL');
    await runner.query('CREATE INDEX kept_answers_age ON kept_answers (created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE kept_answers');
  }
}
