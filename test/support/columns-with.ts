import type { TestDatabase } from './test-database.js';

/** The columns of all tables that have the text somewhere. */
export async function columnsWith(database: TestDatabase, text: string): Promise<string[]> {
  const columns = await database.rows<{ table: string; column: string }>(
    `SELECT c.table_name AS table, c.column_name AS column FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'
        AND c.data_type IN ('text', 'json', 'jsonb', 'bytea', 'ARRAY')`,
  );
  const found: string[] = [];
  for (const { table, column } of columns) {
    const shown = `CASE WHEN pg_typeof("${column}") = 'bytea'::regtype
      THEN encode("${column}"::text::bytea, 'escape') ELSE "${column}"::text END`;
    const hex = Buffer.from(text).toString('hex');
    const [row] = await database.rows(
      `SELECT 1 FROM "${table}" WHERE strpos(lower(${shown}), lower($1)) > 0
        OR strpos("${column}"::text, $2) > 0 LIMIT 1`,
      [text, hex],
    );
    if (row) found.push(`${table.replace(/_(first|p?\d.*)$/, '')}.${column}`);
  }
  return [...new Set(found)].sort();
}
