/** Attachments of tasks, and the bytes of each company once. */
export const FILES: readonly string[] = [
  `CREATE TABLE attachments (
    company_id uuid NOT NULL,
    id uuid NOT NULL,
    task_id uuid NOT NULL,
    author_id uuid NOT NULL,
    name text NOT NULL,
    size bigint NOT NULL,
    claimed_type text,
    content_type text NOT NULL,
    sha256 text,
    state text NOT NULL,
    lease_id uuid,
    leased_until timestamptz(3),
    ends_at timestamptz(3),
    next_scan_at timestamptz(3),
    failed_scans integer NOT NULL,
    created_at timestamptz(3) NOT NULL,
    updated_at timestamptz(3) NOT NULL,
    colleague_id uuid,
    CONSTRAINT attachments_pkey PRIMARY KEY (company_id, id),
    CONSTRAINT attachments_author_fkey FOREIGN KEY (company_id, author_id) REFERENCES users (company_id, id)
  )`,
  `CREATE INDEX attachments_task ON attachments (company_id, task_id, created_at, id)`,
  `CREATE INDEX attachments_author ON attachments (company_id, author_id)`,
  `CREATE INDEX attachments_sha256 ON attachments (company_id, sha256)`,
  `CREATE INDEX attachments_ends_at ON attachments (ends_at) WHERE ends_at IS NOT NULL`,
  `CREATE INDEX attachments_next_scan_at ON attachments (next_scan_at) WHERE next_scan_at IS NOT NULL`,

  // A directory: finds the company of a link.
  `CREATE TABLE attachment_companies (
    id uuid NOT NULL,
    company_id uuid NOT NULL,
    CONSTRAINT attachment_companies_pkey PRIMARY KEY (id)
  )`,

  `CREATE TABLE file_bytes (
    company_id uuid NOT NULL,
    sha256 text NOT NULL,
    size bigint NOT NULL,
    store text NOT NULL,
    reference_count integer NOT NULL,
    hold_count integer NOT NULL,
    held_until timestamptz(3) NOT NULL,
    moved_from text,
    moved_at timestamptz(3),
    preview_bytes bigint NOT NULL DEFAULT 0,
    has_no_preview boolean NOT NULL DEFAULT false,
    CONSTRAINT file_bytes_pkey PRIMARY KEY (company_id, sha256)
  )`,
  `CREATE INDEX file_bytes_free ON file_bytes (held_until) WHERE reference_count = 0`,
  `CREATE INDEX file_bytes_moved_at ON file_bytes (moved_at) WHERE moved_at IS NOT NULL`,

  // The companies whose bytes are kept while they are exported.
  `CREATE TABLE file_keeps (
    company_id uuid NOT NULL,
    kept_until timestamptz(3) NOT NULL,
    CONSTRAINT file_keeps_pkey PRIMARY KEY (company_id)
  )`,

  // The folders of files that running services keep on disks: the start warns of several.
  `CREATE TABLE file_disks (
    id uuid NOT NULL,
    seen_at timestamptz(3) NOT NULL,
    CONSTRAINT file_disks_pkey PRIMARY KEY (id)
  )`,
];
