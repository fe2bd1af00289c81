import { z } from 'zod';
import { nameInMail } from '#core/mail/name-in-mail.js';
import { isRedirectAddress, LONGEST_ADDRESS } from './redirect-addresses.js';

/** A program that people may connect. */
export interface Client {
  readonly id: string;
  /** One line. */
  readonly name: string;
  /** Its page; null without one. */
  readonly uri: string | null;
  readonly redirectUris: readonly string[];
}

const MOST_ADDRESSES = 10;

/** Addresses that codes may be sent to. */
export const redirectUris = z.array(z.string().refine(isRedirectAddress)).min(1).max(MOST_ADDRESSES);

/** A name as people are shown it. Without one it is that of the host which the program returns to. */
export function shownName(name: unknown, [first = '']: readonly string[]): string {
  return nameInMail(typeof name === 'string' ? name : '', new URL(first).hostname);
}

/** Only a page of the web can be a client's. */
export function shownAddress(uri: unknown): string | null {
  if (typeof uri !== 'string' || uri.length > LONGEST_ADDRESS || !URL.canParse(uri)) return null;
  const { protocol, href } = new URL(uri);
  return protocol === 'https:' ? href : null;
}
