/** Whether the inbox has not yet read the log of a company up to a position. */
export function isUnreadByInbox(companyId: string, position: string): string {
  return `${position} > coalesce((SELECT i.position FROM inbox_positions i WHERE i.company_id = ${companyId}), 0)`;
}
