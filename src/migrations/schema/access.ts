/** How people and programs prove who they are. */
export const ACCESS: readonly string[] = [
  // A directory of what was mailed to people: invitations and resets of passwords.
  `CREATE TABLE mail_tokens (
    token_hash bytea NOT NULL,
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    expires_at timestamptz(3) NOT NULL,
    kind text NOT NULL,
    CONSTRAINT mail_tokens_pkey PRIMARY KEY (token_hash)
  )`,
  `CREATE INDEX mail_tokens_user_id ON mail_tokens (user_id)`,

  // How many resets of the password each user was mailed.
  `CREATE TABLE reset_mails (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    mailed_at timestamptz[] NOT NULL,
    CONSTRAINT reset_mails_pkey PRIMARY KEY (company_id, user_id),
    CONSTRAINT reset_mails_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,

  // From where users have lately logged in.
  `CREATE TABLE login_networks (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    network text NOT NULL,
    last_login_at timestamptz(3) NOT NULL,
    CONSTRAINT login_networks_pkey PRIMARY KEY (company_id, user_id, network),
    CONSTRAINT login_networks_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,

  // A directory of the sessions of the console: they can be listed and ended.
  `CREATE TABLE sessions (
    token_hash bytea NOT NULL,
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    credential_version integer NOT NULL,
    method text NOT NULL,
    ip text,
    user_agent text,
    created_at timestamptz(3) NOT NULL,
    last_seen_at timestamptz(3) NOT NULL,
    signed_in_at timestamptz(3) NOT NULL,
    CONSTRAINT sessions_pkey PRIMARY KEY (token_hash)
  )`,
  `CREATE INDEX sessions_user_id ON sessions (company_id, user_id)`,
  `CREATE INDEX sessions_created_at ON sessions (created_at)`,

  `CREATE TABLE totp_factors (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    secret text NOT NULL,
    pending_until timestamptz(3),
    used_steps bigint[] NOT NULL,
    confirmed_at timestamptz(3),
    CONSTRAINT totp_factors_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT totp_factors_id_fkey FOREIGN KEY (company_id, id) REFERENCES users (company_id, id)
  )`,

  `CREATE TABLE recovery_codes (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    selector text NOT NULL,
    code_hash text NOT NULL,
    CONSTRAINT recovery_codes_pkey PRIMARY KEY (company_id, user_id, selector),
    CONSTRAINT recovery_codes_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,

  `CREATE TABLE code_failures (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    count integer NOT NULL,
    ends_at timestamptz(3) NOT NULL,
    CONSTRAINT code_failures_pkey PRIMARY KEY (company_id, user_id),
    CONSTRAINT code_failures_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,

  `CREATE TABLE passkeys (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    credential_id text NOT NULL,
    public_key bytea NOT NULL,
    sign_count bigint NOT NULL,
    transports text[] NOT NULL,
    synced boolean NOT NULL,
    last_used_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    CONSTRAINT passkeys_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT passkeys_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,
  `CREATE INDEX passkeys_user_id ON passkeys (company_id, user_id)`,
  `CREATE UNIQUE INDEX passkeys_credential_id ON passkeys (company_id, credential_id)`,

  // What authenticators have to sign.
  `CREATE TABLE passkey_challenges (
    challenge_hash bytea NOT NULL,
    user_id uuid,
    expires_at timestamptz(3) NOT NULL,
    CONSTRAINT passkey_challenges_pkey PRIMARY KEY (challenge_hash)
  )`,
  `CREATE INDEX passkey_challenges_expires_at ON passkey_challenges (expires_at)`,

  `CREATE TABLE api_keys (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    name text NOT NULL,
    prefix text NOT NULL,
    request_count bigint NOT NULL,
    last_used_at timestamptz(3),
    revoked_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    colleague_id uuid,
    CONSTRAINT api_keys_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT api_keys_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,
  `CREATE INDEX api_keys_user ON api_keys (company_id, user_id)`,
  `CREATE INDEX api_keys_colleague ON api_keys (company_id, colleague_id) WHERE colleague_id IS NOT NULL`,

  // A directory, too. Revoked keys are deleted from it.
  `CREATE TABLE api_key_hashes (
    key_hash bytea NOT NULL,
    company_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    user_id uuid NOT NULL,
    colleague_id uuid,
    CONSTRAINT api_key_hashes_pkey PRIMARY KEY (key_hash)
  )`,
  `CREATE INDEX api_key_hashes_api_key_id ON api_key_hashes (api_key_id)`,

  `CREATE TABLE api_key_endpoints (
    company_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    method text NOT NULL,
    route text NOT NULL,
    count bigint NOT NULL,
    last_at timestamptz(3) NOT NULL,
    CONSTRAINT api_key_endpoints_pkey PRIMARY KEY (company_id, api_key_id, method, route),
    CONSTRAINT api_key_endpoints_api_key_fkey FOREIGN KEY (company_id, api_key_id)
      REFERENCES api_keys (company_id, id) ON DELETE CASCADE
  )`,

  `CREATE TABLE api_key_requests (
    company_id uuid NOT NULL,
    api_key_id uuid NOT NULL,
    id uuid NOT NULL,
    method text NOT NULL,
    path text NOT NULL,
    status integer NOT NULL,
    duration_ms integer NOT NULL,
    ip text NOT NULL,
    at timestamptz(3) NOT NULL,
    CONSTRAINT api_key_requests_pkey PRIMARY KEY (company_id, api_key_id, id),
    CONSTRAINT api_key_requests_api_key_fkey FOREIGN KEY (company_id, api_key_id)
      REFERENCES api_keys (company_id, id) ON DELETE CASCADE
  ) PARTITION BY RANGE (id)`,
];
