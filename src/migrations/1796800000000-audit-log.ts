import type { MigrationInterface, QueryRunner } from 'typeorm';
import { lowestUuidAt } from './ids-of-their-time.js';

/** The audit log, the personal data beside it, and the end of each company's chain. */
export class AuditLog1796800000000 implements MigrationInterface {
  name = 'AuditLog1796800000000';

  async up(runner: QueryRunner): Promise<void> {
    const now = new Date();
    const nextMonth = lowestUuidAt(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1));
    await runner.query(`CREATE TABLE audit_heads (
      company_id uuid NOT NULL,
      position bigint NOT NULL,
      hash text NOT NULL,
      CONSTRAINT audit_heads_pkey PRIMARY KEY (company_id),
      CONSTRAINT audit_heads_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
    )`);
    await runner.query(`CREATE TABLE audit_entries (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      position bigint NOT NULL,
      hash text NOT NULL,
      entry text NOT NULL,
      action text NOT NULL,
      actor_id uuid,
      target_id uuid,
      CONSTRAINT audit_entries_pkey PRIMARY KEY (company_id, id)
    ) PARTITION BY RANGE (id)`);
    await runner.query('CREATE INDEX audit_entries_position ON audit_entries (company_id, position)');
    await runner.query(`CREATE TABLE audit_people (
      company_id uuid NOT NULL,
      id uuid NOT NULL,
      part text NOT NULL,
      person_id uuid,
      salt text NOT NULL,
      data json NOT NULL,
      CONSTRAINT audit_people_pkey PRIMARY KEY (company_id, id, part)
    ) PARTITION BY RANGE (id)`);
    await runner.query('CREATE INDEX audit_people_person ON audit_people (company_id, person_id)');
    for (const table of ['audit_entries', 'audit_people']) {
      await runner.query(
        `CREATE TABLE ${table}_first PARTITION OF ${table} FOR VALUES FROM (MINVALUE) TO ('${nextMonth}')`,
      );
    }
    // Without a name of a company: the function refuses, whatever is asked.
    await runner.query(`CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'Entries of the audit log are neither changed nor deleted' USING ERRCODE = 'insufficient_privilege';
      END $$`);
    await runner.query(`CREATE TRIGGER audit_entries_stand BEFORE UPDATE OR DELETE ON audit_entries
      FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`);
    for (const table of ['audit_entries', 'audit_entries_first']) {
      await runner.query(`CREATE TRIGGER audit_entries_stay BEFORE TRUNCATE ON ${table}
        FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`);
    }
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE audit_people, audit_entries, audit_heads');
    await runner.query('DROP FUNCTION refuse_audit_change');
  }
}
