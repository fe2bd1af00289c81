/** Whether the company of the row `company` lets the user of the row `user` connect programs. */
export function mayConnectPrograms(user: string, company: string): string {
  return `(${company}.oauth = 'everyone' OR (${company}.oauth = 'admins' AND ${user}.role IN ('ADMIN', 'OWNER')))`;
}

/** Whether a program acts as the virtual colleague of the row. `$1` is the company. */
export function hasGrant(colleague: string): string {
  return `EXISTS (SELECT 1 FROM oauth_grants og WHERE og.company_id = $1 AND og.colleague_id = ${colleague}.id)`;
}
