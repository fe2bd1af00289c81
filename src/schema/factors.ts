/** What the user `alias` has as a second factor: `totp`, `passkey` or null. */
export function secondFactorOf(alias: string): string {
  return `CASE
    WHEN EXISTS (SELECT FROM totp_factors f
      WHERE f.company_id = ${alias}.company_id AND f.id = ${alias}.id AND f.pending_until IS NULL) THEN 'totp'
    WHEN ${hasPasskey(alias)} THEN 'passkey'
    END`;
}

/** When the user `alias` got the first of the second factors that they have; null without one. `companyId` is SQL of the company's id. */
export function firstFactorAt(alias: string, companyId = `${alias}.company_id`): string {
  return `least(
    (SELECT f.confirmed_at FROM totp_factors f
      WHERE f.company_id = ${companyId} AND f.id = ${alias}.id AND f.pending_until IS NULL),
    (SELECT min(p.created_at) FROM passkeys p WHERE p.company_id = ${companyId} AND p.user_id = ${alias}.id))`;
}

/** As `lacksSecondFactor` of a sign-in, for the user `alias` of the company `company`, who had given a password alone at `at`. */
export function passwordIsTooLittle(alias: string, company: string, at: string, companyId: string): string {
  return `(${company}.require_second_factor AND coalesce(${firstFactorAt(alias, companyId)} < ${at}, true))`;
}

export function hasPasskey(alias: string): string {
  return `EXISTS (SELECT FROM passkeys p WHERE p.company_id = ${alias}.company_id AND p.user_id = ${alias}.id)`;
}
