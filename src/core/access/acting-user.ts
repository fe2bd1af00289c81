import type { RequestContext } from '../company-scope/request-context.js';
import type { Database, Statement } from '../database/database.js';

const SELECT_USER: Statement = {
  name: 'acting-user',
  text: 'SELECT name, email FROM users WHERE company_id = $1 AND id = $2',
};

/** The name and e-mail of the context's user; null for one who is gone. */
export async function findActingUser(
  database: Database,
  context: RequestContext,
): Promise<{ name: string | null; email: string | null }> {
  const values = [context.companyId, context.userId];
  return (await database.row(context, SELECT_USER, values)) ?? { name: null, email: null };
}
