import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Connections to forges, what they sent, and the branches, commits and pull requests of tasks. */
export class Code1798400000000 implements MigrationInterface {
  name = 'Code1798400000000';

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of STATEMENTS) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`DROP TABLE code_accounts, code_checks, code_links, code_deliveries, code_connection_health,
      code_connection_companies, code_connections`);
  }
}

const STATEMENTS = [
  `CREATE TABLE code_connections (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    provider text NOT NULL,
    project_ids uuid[] NOT NULL,
    rules jsonb NOT NULL,
    active boolean NOT NULL,
    secret text NOT NULL,
    previous_secret text,
    previous_valid_until timestamptz(3),
    created_by_id uuid NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT code_connections_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT code_connections_created_by_fkey FOREIGN KEY (company_id, created_by_id) REFERENCES users (company_id, id)
  )`,
  // A directory: the address of a connection does not name its company.
  `CREATE TABLE code_connection_companies (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    CONSTRAINT code_connection_companies_pkey PRIMARY KEY (id)
  )`,
  `CREATE TABLE code_connection_health (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    last_at timestamptz(3),
    last_refused_at timestamptz(3),
    last_error text,
    CONSTRAINT code_connection_health_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT code_connection_health_id_fkey FOREIGN KEY (company_id, id)
      REFERENCES code_connections (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE code_deliveries (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    connection_id uuid NOT NULL,
    delivery_id text NOT NULL,
    event text NOT NULL,
    at timestamptz(3) NOT NULL,
    status text NOT NULL,
    reason text,
    tids text[] NOT NULL,
    events jsonb,
    lease_id uuid,
    lease_until timestamptz(3),
    attempts integer DEFAULT 0 NOT NULL,
    CONSTRAINT code_deliveries_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT code_deliveries_delivery UNIQUE (company_id, connection_id, delivery_id),
    CONSTRAINT code_deliveries_connection_fkey FOREIGN KEY (company_id, connection_id)
      REFERENCES code_connections (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX code_deliveries_list ON code_deliveries (company_id, connection_id, at, id)`,
  `CREATE INDEX code_deliveries_pending ON code_deliveries (lease_until) WHERE status = 'pending'`,
  `CREATE INDEX code_deliveries_at ON code_deliveries (at)`,
  `CREATE TABLE code_links (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    connection_id uuid,
    key text NOT NULL,
    kind text NOT NULL,
    repository text NOT NULL,
    number integer,
    title text NOT NULL,
    url text NOT NULL,
    state text,
    state_at timestamptz(3),
    text_at timestamptz(3),
    closes boolean NOT NULL,
    branch text,
    target_branch text,
    default_branches text[] NOT NULL,
    is_fork boolean NOT NULL,
    checks text,
    head text,
    head_at timestamptz(3),
    review text,
    review_at timestamptz(3),
    author_name text,
    author_user_id uuid,
    facts jsonb NOT NULL,
    moved jsonb,
    given text,
    is_removed boolean DEFAULT false NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT code_links_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT code_links_thing UNIQUE (company_id, task_id, key),
    CONSTRAINT code_links_task_fkey FOREIGN KEY (company_id, task_id) REFERENCES tasks (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX code_links_key ON code_links (company_id, key)`,
  `CREATE INDEX code_links_head ON code_links (company_id, head) WHERE head IS NOT NULL`,
  `CREATE INDEX code_links_pull_requests ON code_links (company_id, state, task_id)
    WHERE kind = 'pull_request' AND NOT is_removed`,
  `CREATE TABLE code_checks (
    company_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    sha text NOT NULL,
    name text NOT NULL,
    state text NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT code_checks_pkey PRIMARY KEY (company_id, connection_id, sha, name),
    CONSTRAINT code_checks_connection_fkey FOREIGN KEY (company_id, connection_id)
      REFERENCES code_connections (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX code_checks_sha ON code_checks (company_id, sha)`,
  `CREATE INDEX code_checks_at ON code_checks (at)`,
  `CREATE TABLE code_accounts (
    company_id uuid NOT NULL,
    connection_id uuid NOT NULL,
    login text NOT NULL,
    email text NOT NULL,
    CONSTRAINT code_accounts_pkey PRIMARY KEY (company_id, connection_id, login, email),
    CONSTRAINT code_accounts_connection_fkey FOREIGN KEY (company_id, connection_id)
      REFERENCES code_connections (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX code_accounts_email ON code_accounts (company_id, email)`,
];
