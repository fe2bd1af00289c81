import type { Weekday } from '#common/validation/local-time.js';
import { INBOX_REASONS, type InboxReason } from '#core/events/inbox-notice.js';
import type { MailMode } from '../inbox-entry.entity.js';

export const MAIL_MODES = ['soon', 'digest', 'off'] as const satisfies readonly MailMode[];

/** Of `changed`: `mine` is as the assignee, true as a watcher, too. */
export type InboxSwitches = Record<Exclude<InboxReason, 'changed'>, boolean> & { changed: 'mine' | boolean };

export interface QuietHours {
  readonly from: string;
  readonly to: string;
  /** On which they begin. */
  readonly days: readonly Weekday[];
}

/** What a user is told, and how. */
export interface NotificationChoices {
  readonly inbox: InboxSwitches;
  readonly mail: Record<InboxReason, MailMode>;
  readonly digest: { readonly time: string; readonly days: readonly Weekday[] };
  readonly quiet: QuietHours | null;
  readonly mutedColleagueIds: readonly string[];
  readonly mutedProjectIds: readonly string[];
}

const SOON: readonly InboxReason[] = ['assigned', 'mentioned', 'agent', 'review', 'webhook'];

const DEFAULTS: NotificationChoices = {
  inbox: { ...(Object.fromEntries(INBOX_REASONS.map((reason) => [reason, true])) as InboxSwitches), changed: 'mine' },
  mail: Object.fromEntries(
    INBOX_REASONS.map((reason) => [reason, SOON.includes(reason) ? 'soon' : 'digest']),
  ) as Record<InboxReason, MailMode>,
  digest: { time: '08:00', days: ['mon', 'tue', 'wed', 'thu', 'fri'] },
  quiet: null,
  mutedColleagueIds: [],
  mutedProjectIds: [],
};

/** What a user has chosen, with the defaults for the rest. */
export function withDefaults(chosen: Partial<NotificationChoices> = {}): NotificationChoices {
  return {
    ...DEFAULTS,
    ...chosen,
    inbox: { ...DEFAULTS.inbox, ...chosen.inbox },
    mail: { ...DEFAULTS.mail, ...chosen.mail },
    digest: { ...DEFAULTS.digest, ...chosen.digest },
  };
}
