/** Whether the user `alias` may sign in by single sign-on alone. */
export function needsSingleSignOn(alias: string): string {
  return `(${alias}.role <> 'OWNER' AND EXISTS (SELECT FROM sso_connections sso
    WHERE sso.company_id = ${alias}.company_id AND sso.required AND sso.enabled))`;
}

/** The role that the connection of the company `companyId` gives to new people; NULL without one. */
export function defaultRoleOf(companyId: string): string {
  return `(SELECT sso.default_role FROM sso_connections sso WHERE sso.company_id = ${companyId})`;
}

/** Whether the user `alias` is connected with the directory by a connection that is enabled. */
export function hasIdentity(alias: string): string {
  return `EXISTS (SELECT FROM identities i JOIN sso_connections sso ON sso.company_id = i.company_id AND sso.issuer = i.issuer
    WHERE i.company_id = ${alias}.company_id AND i.user_id = ${alias}.id AND sso.enabled)`;
}
