/** Whether the company of the row `company` lets the user of the row `user` connect programs. */
export function mayConnectPrograms(user: string, company: string): string {
  return `(${company}.oauth = 'everyone' OR (${company}.oauth = 'admins' AND ${user}.role IN ('ADMIN', 'OWNER')))`;
}
