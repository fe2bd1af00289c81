/** Whether the inbox has not yet read the log of a company up to a position. */
export function isUnreadByInbox(companyId: string, position: string): string {
  return `${position} > coalesce((SELECT i.position FROM inbox_positions i WHERE i.company_id = ${companyId}), 0)`;
}

/** Whether a user wants to hear nothing of a colleague; `$1` is the company. */
export function hasMutedColleague(userId: string, colleagueId: string): string {
  return `EXISTS (SELECT 1 FROM notification_settings ns WHERE ns.company_id = $1 AND ns.user_id = ${userId}
    AND ns.choices -> 'mutedColleagueIds' ? ${colleagueId}::text)`;
}
