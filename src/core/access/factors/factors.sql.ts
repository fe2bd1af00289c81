/** What the user `alias` has as a second factor: `totp`, `passkey` or null. */
export function secondFactorOf(alias: string): string {
  return `CASE
    WHEN EXISTS (SELECT FROM totp_factors f
      WHERE f.company_id = ${alias}.company_id AND f.id = ${alias}.id AND f.pending_until IS NULL) THEN 'totp'
    WHEN ${hasPasskey(alias)} THEN 'passkey'
    END`;
}

/** Whether the company `company` requires a second factor, and the user `alias` has none (identity 2.2). */
export function lacksSecondFactor(alias: string, company: string): string {
  return `(${company}.require_second_factor AND (${secondFactorOf(alias)}) IS NULL)`;
}

export function hasPasskey(alias: string): string {
  return `EXISTS (SELECT FROM passkeys p WHERE p.company_id = ${alias}.company_id AND p.user_id = ${alias}.id)`;
}
