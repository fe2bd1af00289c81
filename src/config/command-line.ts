/** The database that an operator's command works on: `DATABASE_URL`, or nothing to connect to. */
export function commandLineDatabaseUrl(): string {
  return process.env['DATABASE_URL'] ?? '';
}

/** The address of that database without a pooler, and the variable that has it. Undefined: it is the embedded one. */
export function directDatabase(): { variable: 'DATABASE_DIRECT_URL' | 'DATABASE_URL'; url: string } | undefined {
  const variable = process.env['DATABASE_DIRECT_URL'] ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL';
  const url = process.env[variable];
  return url ? { variable, url } : undefined;
}
