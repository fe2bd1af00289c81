/** The outbox, and the webhooks that hear of it. */
export const EVENTS: readonly string[] = [
  // Every event raises the counter of its company: its row has room for its next version. The volume is in bytes of a day.
  `CREATE TABLE event_positions (
    company_id uuid NOT NULL,
    position bigint NOT NULL,
    dropped bigint NOT NULL DEFAULT 0,
    generation smallint NOT NULL,
    volume bigint NOT NULL DEFAULT 0,
    volume_day date,
    CONSTRAINT event_positions_pkey PRIMARY KEY (company_id),
    CONSTRAINT event_positions_generation CHECK (generation >= 3),
    CONSTRAINT event_positions_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  ) WITH (fillfactor = 20)`,

  `CREATE TABLE events (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    name text NOT NULL,
    project_id uuid,
    data json NOT NULL,
    occurred_at timestamptz(3) NOT NULL,
    position bigint NOT NULL,
    actor_id uuid,
    api_key_id uuid,
    audience uuid[],
    task_projects json,
    inbox json,
    actor_colleague json,
    CONSTRAINT events_pkey PRIMARY KEY (company_id, id)
  ) PARTITION BY RANGE (id)`,
  `CREATE INDEX events_position ON events (company_id, position)`,

  `CREATE TABLE webhooks (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    url text NOT NULL,
    events text[] NOT NULL,
    project_id uuid,
    active boolean NOT NULL,
    secret text NOT NULL,
    header_names text[] NOT NULL,
    header_values text NOT NULL,
    retry_count integer NOT NULL,
    retry_delay integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    previous_secret text,
    previous_valid_until timestamptz(3),
    backoff boolean NOT NULL DEFAULT false,
    disabled_reason text,
    disabled_at timestamptz(3),
    filter text,
    filter_author_id uuid,
    CONSTRAINT webhooks_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT webhooks_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id),
    CONSTRAINT webhooks_filter_author_fkey FOREIGN KEY (company_id, filter_author_id) REFERENCES users (company_id, id)
  )`,

  // Beside the webhooks: a change of a webhook locks its row, and workers must not wait for that lock. PostgreSQL updates these
  // rows in place, because no index has the columns that change.
  `CREATE TABLE webhook_health (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    last_success_at timestamptz(3),
    last_failure_at timestamptz(3),
    failing_since timestamptz(3),
    failed_attempts integer NOT NULL DEFAULT 0,
    CONSTRAINT webhook_health_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT webhook_health_id_fkey FOREIGN KEY (company_id, id) REFERENCES webhooks (company_id, id) ON DELETE CASCADE
  ) WITH (fillfactor = 50)`,
  `CREATE INDEX webhook_health_failing ON webhook_health (failing_since) WHERE failing_since IS NOT NULL`,

  // No foreign key to webhooks: every event of a company would lock their rows. Workers delete the deliveries of a deleted webhook.
  // No foreign key to events: retention keeps them as long as a delivery needs them.
  `CREATE TABLE webhook_deliveries (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    webhook_id uuid NOT NULL,
    event_id uuid NOT NULL,
    event text NOT NULL,
    status text NOT NULL,
    attempts jsonb NOT NULL,
    attempts_left integer NOT NULL,
    redelivery_asked boolean NOT NULL DEFAULT false,
    next_attempt_at timestamptz(3),
    claim_id uuid,
    claimed_at timestamptz(3),
    created_at timestamptz(3) NOT NULL,
    body text,
    actor_id uuid,
    answers jsonb NOT NULL DEFAULT '{}',
    CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (company_id, id)
  ) PARTITION BY RANGE (id)`,
  `CREATE INDEX webhook_deliveries_webhook ON webhook_deliveries (company_id, webhook_id, created_at, id)`,
  // Workers find first the companies that have due deliveries, then those of one company.
  `CREATE INDEX webhook_deliveries_due ON webhook_deliveries (company_id, next_attempt_at) WHERE status = 'pending'`,
  `CREATE INDEX webhook_deliveries_waiting ON webhook_deliveries (company_id, webhook_id, next_attempt_at)
    WHERE status = 'pending'`,
];
