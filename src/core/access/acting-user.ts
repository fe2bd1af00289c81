import type { RequestContext } from '../company-scope/request-context.js';
import type { Database } from '../database/database.js';

/** The name and e-mail of the context's user; null for one who is gone. */
export async function findActingUser(
  database: Database,
  context: RequestContext,
): Promise<{ name: string | null; email: string | null }> {
  const text = 'SELECT name, email FROM users WHERE company_id = $1 AND id = $2';
  const values = [context.companyId, context.userId];
  return (await database.row(context, { text }, values)) ?? { name: null, email: null };
}
