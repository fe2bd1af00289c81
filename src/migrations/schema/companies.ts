/** Companies with their people, teams, labels and lanes. */
export const COMPANIES: readonly string[] = [
  `CREATE TABLE companies (
    id uuid NOT NULL,
    name text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    active boolean NOT NULL DEFAULT true,
    require_second_factor boolean NOT NULL DEFAULT false,
    deleted_at timestamptz(3),
    CONSTRAINT companies_pkey PRIMARY KEY (id)
  )`,
  `CREATE INDEX companies_deleted ON companies (deleted_at) WHERE deleted_at IS NOT NULL`,

  `CREATE TABLE users (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    role text NOT NULL,
    active boolean NOT NULL,
    password_hash text,
    credential_version integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    invited_at timestamptz(3),
    timezone text NOT NULL DEFAULT 'UTC',
    last_sign_in_at timestamptz(3),
    away_from text,
    away_until text,
    away_note text,
    CONSTRAINT users_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT users_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,

  // Directory tables are read before the company is known. They have no foreign keys, so that the others can be distributed.
  `CREATE TABLE user_emails (
    email text NOT NULL,
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    CONSTRAINT user_emails_pkey PRIMARY KEY (email)
  )`,

  `CREATE TABLE teams (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    description text,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT teams_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT teams_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,

  `CREATE TABLE team_members (
    company_id uuid NOT NULL,
    team_id uuid NOT NULL,
    user_id uuid NOT NULL,
    CONSTRAINT team_members_pkey PRIMARY KEY (company_id, team_id, user_id),
    CONSTRAINT team_members_team_fkey FOREIGN KEY (company_id, team_id) REFERENCES teams (company_id, id) ON DELETE CASCADE,
    CONSTRAINT team_members_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,
  `CREATE INDEX team_members_user ON team_members (company_id, user_id)`,

  `CREATE TABLE labels (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    color text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT labels_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT labels_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,
  `CREATE UNIQUE INDEX labels_name ON labels (company_id, lower(name))`,

  `CREATE TABLE workflow_lanes (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    position integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT workflow_lanes_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT workflow_lanes_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,
  `CREATE UNIQUE INDEX workflow_lanes_name ON workflow_lanes (company_id, lower(name))`,

  // The answers of POSTs with an Idempotency-Key. They are not compressed, so that a large one can be read piece by piece.
  `CREATE TABLE kept_answers (
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
  )`,
  `ALTER TABLE kept_answers ALTER COLUMN body SET STORAGE EXTERNAL`,
  `CREATE INDEX kept_answers_age ON kept_answers (created_at)`,

  // Who is being erased: what is left to do, until it is done.
  `CREATE TABLE erasures (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    email text NOT NULL,
    name text NOT NULL,
    requested_by_id uuid NOT NULL,
    requested_at timestamptz(3) NOT NULL,
    CONSTRAINT erasures_pkey PRIMARY KEY (company_id, user_id),
    CONSTRAINT erasures_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,
];
