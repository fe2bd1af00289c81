/** The inbox of each user, and the mails that wait to be sent. */
export const INBOX: readonly string[] = [
  // How far the events have been read.
  `CREATE TABLE inbox_positions (
    company_id uuid NOT NULL,
    position bigint NOT NULL,
    CONSTRAINT inbox_positions_pkey PRIMARY KEY (company_id),
    CONSTRAINT inbox_positions_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,

  `CREATE TABLE inbox_entries (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    thing_type text NOT NULL,
    thing_id uuid NOT NULL,
    thing_name text NOT NULL,
    project_id uuid,
    reasons text[] NOT NULL,
    unread boolean NOT NULL,
    done boolean NOT NULL,
    snoozed_until timestamptz(3),
    count integer NOT NULL,
    events jsonb NOT NULL,
    soon_at timestamptz(3),
    for_digest boolean NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    was_read boolean NOT NULL,
    done_at timestamptz(3),
    CONSTRAINT inbox_entries_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT inbox_entries_thing UNIQUE (company_id, user_id, thing_type, thing_id),
    CONSTRAINT inbox_entries_project_fkey FOREIGN KEY (company_id, project_id)
      REFERENCES projects (company_id, id) ON DELETE CASCADE,
    CONSTRAINT inbox_entries_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,
  `CREATE INDEX inbox_entries_order ON inbox_entries (company_id, user_id, updated_at, id)`,
  `CREATE INDEX inbox_entries_project ON inbox_entries (company_id, project_id)`,
  `CREATE INDEX inbox_entries_snoozed ON inbox_entries (snoozed_until) WHERE snoozed_until IS NOT NULL`,
  `CREATE INDEX inbox_entries_soon ON inbox_entries (soon_at) WHERE soon_at IS NOT NULL`,
  `CREATE INDEX inbox_entries_updated ON inbox_entries (updated_at)`,
  `CREATE INDEX inbox_entries_unmailed ON inbox_entries (company_id, user_id)
    WHERE unread AND (for_digest OR soon_at IS NOT NULL)`,

  // Until when due moments have been told.
  `CREATE TABLE due_positions (
    company_id uuid NOT NULL,
    told_until timestamptz(3) NOT NULL,
    CONSTRAINT due_positions_pkey PRIMARY KEY (company_id),
    CONSTRAINT due_positions_company_fkey FOREIGN KEY (company_id) REFERENCES companies (id)
  )`,

  `CREATE TABLE notification_settings (
    company_id uuid NOT NULL,
    user_id uuid NOT NULL,
    choices jsonb NOT NULL,
    digest_day date,
    digest_changed_at timestamptz(3),
    mailed_at timestamptz[] NOT NULL DEFAULT '{}',
    digest_seen_at timestamptz(3),
    CONSTRAINT notification_settings_pkey PRIMARY KEY (company_id, user_id),
    CONSTRAINT notification_settings_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,

  `CREATE TABLE mails (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    user_id uuid NOT NULL,
    subject text NOT NULL,
    text text NOT NULL,
    html text NOT NULL,
    thread text,
    token text NOT NULL,
    attempts integer NOT NULL,
    attempt_id uuid,
    next_attempt_at timestamptz(3) NOT NULL,
    give_up_at timestamptz(3) NOT NULL,
    CONSTRAINT mails_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT mails_user_fkey FOREIGN KEY (company_id, user_id) REFERENCES users (company_id, id)
  )`,
  `CREATE INDEX mails_due ON mails (next_attempt_at)`,
  `CREATE INDEX mails_user ON mails (company_id, user_id)`,
];
