import { ApiProperty } from '@nestjs/swagger';
import { Moment } from '#common/http/response.decorators.js';
import { Integer, Text } from '#common/validation/fields.js';
import { Field, Normalized, type Presence, Rule } from '#common/validation/field.js';
import { AnyTextParameter, RequiredOneOfParameter } from '#common/validation/parameters.js';
import { textProblem } from '#common/validation/text.js';

const NAME_LIMITS = { minimum: 1, maximum: 255 };
/** Control characters, line ends and what turns the direction of writing. */
const FORBIDDEN_IN_NAMES = '\\/\\\\\\p{Cc}\\p{Zl}\\p{Zp}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069';
const FORBIDDEN = new RegExp(`[${FORBIDDEN_IN_NAMES}]`, 'u');
/** The same for schemas, whose patterns know no categories. */
const NAME_PATTERN = '^[^/\\\\\\u0000-\\u001F\\u007F-\\u009F\\u061C\\u200E\\u200F\\u2028-\\u202E\\u2066-\\u2069]*$';

/** The nearest name that a file may have: what must not be in one becomes `_`. */
export function allowedFileName(name: string): string {
  const plain = name.replaceAll(new RegExp(FORBIDDEN, 'gu'), '_').toWellFormed().trim();
  return Array.from(plain).slice(0, NAME_LIMITS.maximum).join('') || '_';
}

/** The name of a file, without a folder. */
function FileName(presence: Presence): PropertyDecorator {
  const documentation = { type: String, minLength: 1, maxLength: NAME_LIMITS.maximum, pattern: NAME_PATTERN };
  return Field(presence, documentation, [
    Normalized((value) => (typeof value === 'string' && !FORBIDDEN.test(value) ? value.trim() : value)),
    Rule((value) => textProblem(value, NAME_LIMITS)),
    Rule((value) =>
      FORBIDDEN.test(value as string) ? 'Must have no slash, backslash, control or direction character' : undefined,
    ),
  ]);
}

export class CreateAttachment {
  /** Its name, without a folder; several files may have the same. */
  @FileName('required')
  name: string;

  /** How many bytes it has; at most `LIMIT_FILE_BYTES` of the service, 100 MiB unless the operator says otherwise. */
  @Integer('required', 1, Number.MAX_SAFE_INTEGER)
  size: number;

  /** What it is. It counts only where the bytes do not say it themselves, and for plain texts and office files alone. */
  @Text('optional', { minimum: 0, maximum: 255 })
  contentType?: string;
}

export class UpdateAttachment {
  /** Its new name. */
  @FileName('changeable')
  name?: string;
}

export const PREVIEW_SIZES = ['320', '1280'] as const;

export class PreviewQuery {
  /** The length of a side of the square that the picture fits into, in pixels. */
  @RequiredOneOfParameter(PREVIEW_SIZES)
  size: (typeof PREVIEW_SIZES)[number];
}

export class AttachmentLinkResponse {
  /** Works without credentials. */
  @ApiProperty({ type: String, format: 'uri' })
  url: string;

  /** Until when it works: five minutes. */
  @Moment()
  expiresAt: string;
}

/** What a link is made of. Whatever is wrong with it is a 404; a parameter that no link has is refused as everywhere. */
export class SharedFileQuery {
  /** When the link ends, in seconds of Unix time. */
  @AnyTextParameter()
  expires?: string;

  /** The user who made the link. */
  @AnyTextParameter()
  user?: string;

  /** The service's signature. */
  @AnyTextParameter()
  signature?: string;
}
