/** The database that an operator's command works on: `DATABASE_URL`, or nothing to connect to. */
export function commandLineDatabaseUrl(): string {
  return process.env['DATABASE_URL'] ?? '';
}
