import type { AuditRecord, AuditTarget } from '#core/audit/audit-entry.js';
import { changesOf } from '#core/events/changes.js';
import type { Changes } from '#core/events/domain-event.js';
import type { Webhook } from '../webhook.entity.js';

/** Stands in the audit log for what only the receiver may know. */
const SECRET = { from: '***', to: '***' };

/** What the audit log says of a webhook: its receiver, and nothing secret. */
export function targetOf({ id, url }: Pick<Webhook, 'id' | 'url'>): AuditTarget {
  return { type: 'webhook', id, name: url };
}

/** The fields whose values the audit log shows. */
export function shownTo(webhook: Webhook): Record<string, unknown> {
  const { url, events, projectId, filter, active, retryCount, retryDelay, backoff } = webhook;
  return { url, events: events.join(), projectId, filter, active, retryCount, retryDelay, backoff };
}

/** A change, with `***` in the place of the secret and of the values of headers. */
export function changeOf(before: Webhook, after: Webhook): AuditRecord {
  const changes: Changes = changesOf(shownTo(before), shownTo(after));
  if (before.secret !== after.secret) changes['secret'] = SECRET;
  if (before.headerValues !== after.headerValues) changes['headers'] = SECRET;
  return { action: 'webhook.changed', target: targetOf(after), changes };
}
