import { type AuditRecord, userTarget } from '#core/audit/audit-entry.js';
import { beginning, changesOf, listChange } from '#core/events/changes.js';
import type { Changes } from '#core/events/domain-event.js';
import type { SsoConnection } from './sso-connection.entity.js';

/** Stands in the audit log for what only the provider may know. */
const SECRET = { from: '***', to: '***' };

type Described = Omit<SsoConnection, 'companyId' | 'createdAt' | 'updatedAt'>;

/** A connection with the names of its domains. */
export interface WithDomains {
  readonly connection: Described;
  readonly domains: readonly string[];
}

/** What the audit log says of a connection that was made or changed; undefined when nothing was. */
export function connectionRecord(before: WithDomains | undefined, after: WithDomains): AuditRecord | undefined {
  const target = targetOf(after.connection);
  if (!before) {
    const shown = beginning({ ...shownOf(after.connection), clientSecret: SECRET.to });
    return { action: 'sso.changed', target, changes: { ...shown, domains: listChange([], after.domains) } };
  }
  const changes: Changes = changesOf(shownOf(before.connection), shownOf(after.connection));
  if (before.connection.clientSecret !== after.connection.clientSecret) changes['clientSecret'] = SECRET;
  if (before.domains.join() !== after.domains.join()) changes['domains'] = listChange(before.domains, after.domains);
  return Object.keys(changes).length > 0 ? { action: 'sso.changed', target, changes } : undefined;
}

/** What the audit log says of a connection that was removed. */
export function removalRecord({ id, issuer }: Pick<SsoConnection, 'id' | 'issuer'>): AuditRecord {
  return { action: 'sso.changed', target: targetOf({ id, issuer }), changes: { issuer: { from: issuer, to: null } } };
}

/** What the audit log says of a domain that the company, or the operator for it, has proved. */
export function domainRecord(name: string): AuditRecord {
  const target = { type: 'domain', id: null, name };
  return { action: 'sso.changed', target, changes: { verified: { from: false, to: true } } };
}

/** What the audit log says of whom a directory knows a user as. Its subject is personal, so it is left out. */
export function identityRecord(
  what: 'linked' | 'removed',
  user: { readonly id: string; readonly name: string },
  issuer: string,
): AuditRecord {
  const change = what === 'linked' ? { from: null, to: issuer } : { from: issuer, to: null };
  return { action: `identity.${what}`, target: userTarget(user), changes: { issuer: change } };
}

function targetOf({ id, issuer }: Pick<SsoConnection, 'id' | 'issuer'>): AuditRecord['target'] {
  return { type: 'sso', id, name: issuer };
}

function shownOf({
  issuer,
  clientId,
  autoProvision,
  defaultRole,
  roleClaim,
  roleMap,
  trustEmail,
  required,
  enabled,
}: Described): Record<string, unknown> {
  const map = JSON.stringify(roleMap);
  return { issuer, clientId, autoProvision, defaultRole, roleClaim, roleMap: map, trustEmail, required, enabled };
}
