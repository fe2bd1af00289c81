import { ValidationError } from '#common/errors/app-error.js';
import { type ChatFormat, isRetired, RETIRED, writtenFormat } from './chat-format.js';
import type { MailAddressees, NotificationsResponse, UpdateColleagueNotifications } from './notifications.dto.js';

/** Where a colleague speaks, besides the address of its chat, which is a secret. */
export interface Notifications {
  readonly chat?: { readonly format?: ChatFormat; readonly threadPerTask?: boolean };
  readonly mail?: { readonly to: MailAddressees };
  readonly inbox?: boolean;
}

/** The channels of a colleague. */
export interface Channels {
  readonly chatUrl: string | null;
  readonly notifications: Notifications;
  /** Why nothing is sent to the chat any more; null while it is. */
  readonly chatDisabledReason: string | null;
}

export const NO_CHANNELS: Channels = { chatUrl: null, notifications: {}, chatDisabledReason: null };

/**
 * The channels after a change: each part is merged, null removes it. A chat that is given is on again.
 *
 * @throws ValidationError
 */
export function channelsAfter(before: Channels, input: UpdateColleagueNotifications | null): Channels {
  if (input === null) return NO_CHANNELS;
  const { mail = before.notifications.mail, inbox = before.notifications.inbox } = input;
  const { options, ...chat } = chatAfter(before, input.chat);
  return { ...chat, notifications: present({ chat: options, mail: mail && { to: mail.to }, inbox }) };
}

type ChatAfter = Omit<Channels, 'notifications'> & { readonly options: Notifications['chat'] };

function chatAfter(before: Channels, chat: UpdateColleagueNotifications['chat']): ChatAfter {
  const { chatUrl, chatDisabledReason, notifications } = before;
  if (chat === undefined) return { chatUrl, chatDisabledReason, options: notifications.chat };
  if (chat === null) return { chatUrl: null, chatDisabledReason: null, options: undefined };
  const { webhookUrl = chatUrl, format = notifications.chat?.format } = chat;
  const { threadPerTask = notifications.chat?.threadPerTask } = chat;
  if (webhookUrl === null) throw new ValidationError({ 'notifications.chat.webhookUrl': 'Required' });
  if (webhookUrl !== chatUrl && isRetired(webhookUrl)) {
    throw new ValidationError({ 'notifications.chat.webhookUrl': RETIRED });
  }
  if (threadPerTask && writtenFormat(webhookUrl, format ?? 'auto') !== 'google_chat') {
    throw new ValidationError({ 'notifications.chat.threadPerTask': 'Only the format google_chat has threads' });
  }
  const options = present({ format, threadPerTask });
  const hasOptions = Object.keys(options).length > 0;
  return { chatUrl: webhookUrl, chatDisabledReason: null, options: hasOptions ? options : undefined };
}

/** The parts that were given; null when there are none. */
export function shownNotifications({
  chatUrl,
  notifications,
  chatDisabledReason,
}: Channels): NotificationsResponse | null {
  const { chat, mail, inbox } = notifications;
  const shown = present({
    chat: chatUrl === null ? undefined : present({ webhookUrl: chatUrl, ...chat, disabledReason: chatDisabledReason }),
    mail,
    inbox,
  });
  return Object.keys(shown).length === 0 ? null : (shown as NotificationsResponse);
}

/** The values that are not null. */
function present<Values extends object>(values: Values): { [Name in keyof Values]?: NonNullable<Values[Name]> } {
  const entries = Object.entries(values).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(entries) as { [Name in keyof Values]?: NonNullable<Values[Name]> };
}
