import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import type { InboxReason } from '#core/events/inbox-notice.js';

/** What a person no longer wants: mails of a reason, all that come in the digest, or what a colleague says. */
export type Unsubscription = InboxReason | 'all-digests' | `colleague:${string}`;

export interface UnsubscribeToken {
  readonly companyId: string;
  readonly userId: string;
  readonly from: Unsubscription;
}

const FORM = /^([0-9a-f]{32})([0-9a-f]{32})([\w:-]+)$/;

/** Makes and reads the tokens of mails, which unsubscribe without signing in. */
@Injectable()
export class UnsubscribeTokens {
  private readonly key: Buffer;

  constructor({ jwtSecret }: Configuration) {
    // A key of its own: no signature here can stand for one elsewhere.
    this.key = createHmac('sha256', jwtSecret).update('unsubscribe').digest();
  }

  makeToken({ companyId, userId, from }: UnsubscribeToken): string {
    const ids = Buffer.from((companyId + userId).replaceAll('-', ''), 'hex').toString('base64url');
    const content = `${ids}.${Buffer.from(from).toString('base64url')}`;
    return `${content}.${this.sign(content).toString('base64url')}`;
  }

  /** Undefined for what this service has not signed. */
  readToken(token: string): UnsubscribeToken | undefined {
    const [ids = '', from = '', signature = ''] = token.split('.');
    const expected = this.sign(`${ids}.${from}`);
    const given = Buffer.from(signature, 'base64url');
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
    const content = Buffer.from(ids, 'base64url').toString('hex') + Buffer.from(from, 'base64url').toString();
    const [, companyId = '', userId = '', what = ''] = FORM.exec(content) ?? [];
    return { companyId: uuidOf(companyId), userId: uuidOf(userId), from: what as Unsubscription };
  }

  private sign(content: string): Buffer {
    return createHmac('sha256', this.key).update(content).digest().subarray(0, 16);
  }
}

function uuidOf(hex: string): string {
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
