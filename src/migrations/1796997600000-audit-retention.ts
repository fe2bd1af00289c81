import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Up to where retention has dropped entries of the audit log. Where it has done so before, which an empty
 * first partition tells, it counts as having kept what is there.
 */
export class AuditRetention1796997600000 implements MigrationInterface {
  name = 'AuditRetention1796997600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_heads ADD COLUMN kept_after bigint NOT NULL DEFAULT 0');
    await runner.query('ALTER TABLE audit_heads ADD COLUMN kept_after_hash text');
    const first = `SELECT to_regclass('audit_entries_first') IS NULL AS "isGone"`;
    const [{ isGone }] = (await runner.query(first)) as [{ isGone: boolean }];
    const kept = isGone ? [] : ((await runner.query('SELECT FROM audit_entries_first LIMIT 1')) as unknown[]);
    if (kept.length > 0) return;
    await runner.query(`UPDATE audit_heads h SET kept_after = e.oldest - 1
      FROM (SELECT company_id, min(position) AS oldest FROM audit_entries GROUP BY company_id) e
      WHERE h.company_id = e.company_id`);
    await runner.query(`UPDATE audit_heads h SET kept_after = h.position, kept_after_hash = h.hash
      WHERE NOT EXISTS (SELECT FROM audit_entries e WHERE e.company_id = h.company_id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE audit_heads DROP COLUMN kept_after_hash, DROP COLUMN kept_after');
  }
}
