/**
 * Names a table in the SQL of modules that do not own it. After FROM stands `users('u')`. After JOIN stands
 * `users('u', 't.assignee_id')`, with the column of another row that refers to it.
 */
export type SharedTable = (alias: string, reference?: string) => string;

/** Offers a table of companies' rows to other modules; its owner exports it from its `*.sql.ts`. */
export function sharedTable(table: string): SharedTable {
  return (alias, reference) => {
    if (reference === undefined) return `${table} ${alias}`;
    const [referrer] = reference.split('.');
    return `${table} ${alias} ON ${alias}.company_id = ${referrer}.company_id AND ${alias}.id = ${reference}`;
  };
}
