import { INBOX_REASONS } from '#core/events/inbox-notice.js';
import type { InboxEntry } from '../inbox-entry.entity.js';
import type { Notice } from './notice.js';

/** Events that are kept of an entry: answers show 10 of them, mails all that nobody has read. */
export const MOST_KEPT = 50;
/** Milliseconds from the first event to its mail. */
const MAIL_DELAY = 120_000;

/** What an event changes of an entry. */
export type EntryState = Pick<
  InboxEntry,
  | 'thingName'
  | 'projectId'
  | 'reasons'
  | 'unread'
  | 'done'
  | 'snoozedUntil'
  | 'count'
  | 'events'
  | 'soonAt'
  | 'forDigest'
  | 'wasRead'
  | 'doneAt'
  | 'updatedAt'
>;

/** The entry after one more event: it joins what nobody has read, and begins anew once that was read. */
export function joined(before: EntryState | undefined, { thing, projectId, reasons, event }: Notice): EntryState {
  const isJoining = before?.wasRead === false;
  const all = new Set([...(isJoining ? before.reasons : []), ...reasons]);
  const isWaking = event.reason === 'assigned' || event.reason === 'mentioned';
  const isSnoozed = before !== undefined && before.snoozedUntil !== null && !isWaking;
  const later = before && before.updatedAt > event.at ? before.updatedAt : event.at;
  const isMailed = event.isMailed === true;
  const soonAt = event.mail === 'soon' && !isMailed ? new Date(Date.parse(event.at) + MAIL_DELAY).toISOString() : null;
  return {
    thingName: thing.name,
    projectId,
    reasons: INBOX_REASONS.filter((reason) => all.has(reason)),
    unread: true,
    done: false,
    snoozedUntil: isSnoozed ? before.snoozedUntil : null,
    count: (isJoining ? before.count : 0) + 1,
    events: [event, ...(isJoining ? before.events : [])].slice(0, MOST_KEPT),
    soonAt: (isJoining ? before.soonAt : null) ?? soonAt,
    forDigest: (isJoining && before.forDigest) || (event.mail === 'digest' && !isMailed),
    wasRead: false,
    doneAt: null,
    updatedAt: isSnoozed ? before.updatedAt : later,
  };
}
