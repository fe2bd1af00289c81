import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';
import type { KeyValues } from './keyset.js';

/** Bytes of the signature: nobody has to guess long, for all a forged one could show is another page. */
const SIGNATURE_BYTES = 12;

/** Encodes the end of a page, signed together with its list. */
@Injectable()
export class Cursors {
  constructor(private readonly configuration: Configuration) {}

  /** `list` is what the cursor counts for: the company, the filters and the sort. */
  make(list: string, values: KeyValues): string {
    const place = Buffer.from(JSON.stringify(values));
    return Buffer.concat([this.signature(list, place), place]).toString('base64url');
  }

  /** @throws ValidationError when it was altered, or made for another list */
  read(list: string, cursor: string): KeyValues {
    const bytes = Buffer.from(cursor, 'base64url');
    const place = bytes.subarray(SIGNATURE_BYTES);
    const isOwn =
      bytes.length > SIGNATURE_BYTES &&
      bytes.toString('base64url') === cursor &&
      timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), this.signature(list, place));
    if (!isOwn) throw new ValidationError({ cursor: 'Must be the `next` of a page with the same filters and sort' });
    return JSON.parse(place.toString()) as KeyValues;
  }

  private signature(list: string, place: Buffer): Buffer {
    const hmac = createHmac('sha256', `cursor ${this.configuration.jwtSecret}`);
    return hmac.update(`${list}\n`).update(place).digest().subarray(0, SIGNATURE_BYTES);
  }
}
