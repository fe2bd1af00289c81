/** Companies that sign in through their directory, and directories that keep users and teams by SCIM. */
export const DIRECTORIES: readonly string[] = [
  `CREATE TABLE sso_connections (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    issuer text NOT NULL,
    client_id text NOT NULL,
    client_secret text NOT NULL,
    auto_provision boolean NOT NULL,
    default_role text NOT NULL,
    role_claim text,
    role_map jsonb NOT NULL,
    trust_email text NOT NULL,
    required boolean NOT NULL,
    enabled boolean NOT NULL,
    tested_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT sso_connections_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT sso_connections_company_id UNIQUE (company_id),
    CONSTRAINT sso_connections_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,

  `CREATE TABLE sso_domains (
    company_id uuid NOT NULL,
    name text NOT NULL,
    token text NOT NULL,
    verified_at timestamptz(3),
    CONSTRAINT sso_domains_pkey PRIMARY KEY (company_id, name),
    CONSTRAINT sso_domains_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,

  `CREATE TABLE verified_domains (
    name text NOT NULL,
    company_id uuid NOT NULL,
    CONSTRAINT verified_domains_pkey PRIMARY KEY (name)
  )`,

  `CREATE TABLE sso_flows (
    state_hash bytea NOT NULL,
    browser_hash bytea NOT NULL,
    company_id uuid NOT NULL,
    issuer text NOT NULL,
    user_id uuid,
    session_hash bytea,
    expires_at timestamptz(3) NOT NULL,
    end_others boolean NOT NULL DEFAULT false,
    CONSTRAINT sso_flows_pkey PRIMARY KEY (state_hash)
  )`,
  `CREATE INDEX sso_flows_expires_at ON sso_flows (expires_at)`,

  `CREATE TABLE identities (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    issuer text NOT NULL,
    sub text NOT NULL,
    created_at timestamptz(3) NOT NULL,
    last_used_at timestamptz(3),
    CONSTRAINT identities_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT identities_company_id_issuer_sub UNIQUE (company_id, issuer, sub),
    CONSTRAINT identities_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,
  `CREATE INDEX identities_user_id ON identities (company_id, user_id)`,

  `CREATE TABLE scim_tokens (
    token_hash bytea NOT NULL,
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    CONSTRAINT scim_tokens_pkey PRIMARY KEY (token_hash)
  )`,
  `CREATE INDEX scim_tokens_company_id ON scim_tokens (company_id)`,

  `CREATE TABLE scim_users (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    external_id text,
    removed_at timestamptz(3),
    shown_name text,
    display_name text,
    formatted text,
    given_name text,
    family_name text,
    CONSTRAINT scim_users_pkey PRIMARY KEY (company_id, user_id),
    CONSTRAINT scim_users_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX scim_users_external_id ON scim_users (company_id, external_id)`,

  `CREATE TABLE scim_groups (
    company_id uuid NOT NULL,
    team_id uuid NOT NULL,
    external_id text,
    CONSTRAINT scim_groups_pkey PRIMARY KEY (company_id, team_id),
    CONSTRAINT scim_groups_team_fkey FOREIGN KEY (company_id, team_id) REFERENCES teams (company_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX scim_groups_external_id ON scim_groups (company_id, external_id)`,
];
