/** The audit log, the personal data beside it, and the end of each chain. */
export const AUDIT: readonly string[] = [
  `CREATE TABLE audit_heads (
    company_id uuid NOT NULL,
    position bigint NOT NULL,
    hash text NOT NULL,
    kept_after bigint NOT NULL DEFAULT 0,
    kept_after_hash text,
    CONSTRAINT audit_heads_pkey PRIMARY KEY (company_id),
    CONSTRAINT audit_heads_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,

  `CREATE TABLE audit_entries (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    position bigint NOT NULL,
    hash text NOT NULL,
    entry text NOT NULL,
    action text NOT NULL,
    actor_id uuid,
    target_id uuid,
    CONSTRAINT audit_entries_pkey PRIMARY KEY (company_id, id)
  ) PARTITION BY RANGE (id)`,
  `CREATE INDEX audit_entries_position ON audit_entries (company_id, position)`,

  `CREATE TABLE audit_people (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    part text NOT NULL,
    person_id uuid,
    salt text NOT NULL,
    data json NOT NULL,
    CONSTRAINT audit_people_pkey PRIMARY KEY (company_id, id, part)
  ) PARTITION BY RANGE (id)`,
  `CREATE INDEX audit_people_person ON audit_people (company_id, person_id)`,
];

/** Nobody changes the audit log, whatever is asked. The function names no company: it refuses in any case. */
export const AUDIT_GUARD: readonly string[] = [
  `CREATE FUNCTION refuse_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        RAISE EXCEPTION 'Entries of the audit log are neither changed nor deleted' USING ERRCODE = 'insufficient_privilege';
      END $$`,
  `CREATE TRIGGER audit_entries_stand BEFORE UPDATE OR DELETE ON audit_entries
    FOR EACH ROW EXECUTE FUNCTION refuse_audit_change()`,
  // Unlike those for rows, triggers for whole statements are not passed on to partitions.
  `CREATE TRIGGER audit_entries_stay BEFORE TRUNCATE ON audit_entries
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
  `CREATE TRIGGER audit_entries_stay BEFORE TRUNCATE ON audit_entries_first
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_audit_change()`,
];
