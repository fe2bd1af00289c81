import { ApiProperty } from '@nestjs/swagger';
import { Flag, Ignored, Nested, OneOf, TargetUrl } from '#common/validation/fields.js';
import { Field, Normalized, type Presence, Rule } from '#common/validation/field.js';
import { LIMITS } from '#common/validation/text.js';
import { isUuid, UUID_PATTERN } from '#common/validation/uuid.js';
import { CHAT_FORMATS, type ChatFormat } from './chat-format.js';

/** Whom mails go to: the people concerned, or these users. */
export type MailAddressees = 'people' | string[];

/** Most users whom mails are sent to. */
const MOST_ADDRESSEES = 50;

const PEOPLE = 'people';

const ADDRESSEES_SCHEMA = {
  title: 'MailAddressees',
  oneOf: [
    { type: 'string', enum: [PEOPLE] },
    // A pattern, not a format: generators for Java make code for a format in a union that does not compile.
    { type: 'array', items: { type: 'string', pattern: `^${UUID_PATTERN}$` }, minItems: 1, maxItems: MOST_ADDRESSEES },
  ],
};

/** `people`, or ids of users, of which equal ones count once. */
function Addressees(presence: Presence): PropertyDecorator {
  return Field(presence, ADDRESSEES_SCHEMA, [
    Normalized((value) =>
      Array.isArray(value)
        ? [...new Set(value.map((item: unknown) => (typeof item === 'string' ? item.toLowerCase() : item)))]
        : value,
    ),
    Rule((value) => {
      if (value === PEOPLE) return undefined;
      if (!Array.isArray(value)) return `Must be ${PEOPLE} or an array of ids of users`;
      if (value.length === 0 || value.length > MOST_ADDRESSEES) return `Must hold 1 to ${MOST_ADDRESSEES} ids`;
      return value.every((item) => typeof item === 'string' && isUuid(item)) ? undefined : 'Invalid uuid';
    }),
  ]);
}

export class ChatChannel {
  /** Where actions are sent. */
  @TargetUrl('required')
  webhookUrl: string;

  /** How messages are written. `auto`, the default, goes by the address. */
  @OneOf('optional', CHAT_FORMATS, 'ChatFormat')
  format?: ChatFormat;

  /** A thread for each task; of the format `google_chat` alone. */
  @Flag('optional')
  threadPerTask?: boolean;

  /** Accepted and ignored: what answers show can be sent back. */
  @Ignored()
  disabledReason?: unknown;
}

/** What is left out stays. Sent at all, it turns a chat that is off on again. */
export class UpdateChatChannel {
  /** Where actions are sent; required where there is no chat yet. */
  @TargetUrl('changeable')
  webhookUrl?: string;

  /** How messages are written. Null: by the address. */
  @OneOf('clearable', CHAT_FORMATS, 'ChatFormat')
  format?: ChatFormat | null;

  /** A thread for each task; of the format `google_chat` alone. */
  @Flag('clearable')
  threadPerTask?: boolean | null;

  /** Accepted and ignored: what answers show can be sent back. */
  @Ignored()
  disabledReason?: unknown;
}

export class MailChannel {
  /** `people`: whom an action speaks to; reports and digests go to the owner. Otherwise ids of users. */
  @Addressees('required')
  to: MailAddressees;
}

export class CreateColleagueNotifications {
  /** The chat that its actions are posted to. */
  @Nested('optional', () => ChatChannel)
  chat?: ChatChannel;

  /** Mails, one a person and run. */
  @Nested('optional', () => MailChannel)
  mail?: MailChannel;

  /** Whether those whom it speaks to have it in their inbox. */
  @Flag('optional')
  inbox?: boolean;
}

/** What is left out stays; null removes a part. */
export class UpdateColleagueNotifications {
  /** The chat that its actions are posted to. */
  @Nested('clearable', () => UpdateChatChannel)
  chat?: UpdateChatChannel | null;

  /** Mails, one a person and run. */
  @Nested('clearable', () => MailChannel)
  mail?: MailChannel | null;

  /** Whether those whom it speaks to have it in their inbox. */
  @Flag('clearable')
  inbox?: boolean | null;
}

class ChatResponse {
  /** `***` when it cannot be read any more. */
  @ApiProperty({ type: String, format: 'uri', maxLength: LIMITS.url.maximum })
  webhookUrl: string;

  /** As it was given; left out, messages are written by the address. */
  @ApiProperty({ enum: [...CHAT_FORMATS], enumName: 'ChatFormat', required: false })
  format?: ChatFormat;

  /** Whether each task has a thread; left out when it was not given. */
  threadPerTask?: boolean;

  /** Why nothing is sent to it any more; left out while it is on. Setting the chat again turns it on. */
  disabledReason?: string;
}

class MailResponse {
  /** `people`, or ids of users. */
  @ApiProperty(ADDRESSEES_SCHEMA)
  to: MailAddressees;
}

/** The parts that were given. */
export class NotificationsResponse {
  /** The chat that its actions are posted to. */
  chat?: ChatResponse;

  /** Mails. */
  mail?: MailResponse;

  /** Whether those whom it speaks to have it in their inbox. */
  inbox?: boolean;
}
