import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Finds tasks by titles that are alike: the second line of what is searched. */
export class SimilarTitles1797900300000 implements MigrationInterface {
  name = 'SimilarTitles1797900300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `CREATE INDEX task_texts_title ON task_texts USING gin (split_part(text, E'\\n', 2) gin_trgm_ops)`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX task_texts_title');
  }
}
