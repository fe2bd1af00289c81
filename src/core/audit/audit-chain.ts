import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';
import type { AuditPersonalData, StoredAuditEntry } from './audit-entry.js';

/** The hash before the first entry of a company. */
export const FIRST_HASH = '0'.repeat(64);

/** The hash of an entry whose text is stored, given that of the entry before. */
export function chainedHash(previous: string, entry: string): string {
  return sha256(`${previous}\n${entry}`);
}

/** What an entry holds of personal data: nobody can guess it without the salt, which erasure takes away, too. */
export function personalDigest(salt: string, data: AuditPersonalData): string {
  return sha256(`${salt}\n${canonicalJson(data)}`);
}

/** The canonical text of an entry before and after its position, which the database gives. */
export function aroundPosition(entry: Omit<StoredAuditEntry, 'position'>): { before: string; after: string } {
  const { target, traceId, ...first } = entry;
  const before = canonicalJson(first);
  const after = canonicalJson({ target, traceId });
  return { before: `${before.slice(0, -1)},"position":`, after: `,${after.slice(1)}` };
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
