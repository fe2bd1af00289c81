import { MIMEType } from 'node:util';
import { fileTypeFromBuffer } from 'file-type';

/** Bytes of the beginning that are looked at. */
export const HEAD_BYTES = 64 * 1024;
export const UNKNOWN_TYPE = 'application/octet-stream';

const OOXML = 'application/vnd.openxmlformats-officedocument';
const OPEN_DOCUMENT = 'application/vnd.oasis.opendocument';
const OFFICE_TYPES: ReadonlySet<string> = new Set([
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  `${OOXML}.wordprocessingml.document`,
  `${OOXML}.spreadsheetml.sheet`,
  `${OOXML}.presentationml.presentation`,
  `${OPEN_DOCUMENT}.text`,
  `${OPEN_DOCUMENT}.spreadsheet`,
  `${OPEN_DOCUMENT}.presentation`,
]);
const CLAIMABLE: ReadonlySet<string> = new Set([
  'text/plain',
  'text/csv',
  'text/markdown',
  'application/json',
  'application/rtf',
  ...OFFICE_TYPES,
]);

/** The forms in which most office files come; what is inside stands past the bytes that are looked at. */
const CONTAINERS: ReadonlySet<string> = new Set(['application/zip', 'application/x-cfb']);

/** What a browser could run, by its type and by how it begins. */
const ACTIVE_TYPE = /[/+](?:xml|x?html|svg|javascript|ecmascript)\b/;
const ACTIVE_TEXT = /^\uFEFF?\s*(?:<!doctype|<\?xml|<(?:html|head|body|script|svg|iframe)\b|#!)/i;

/** The claim of a client as it may count, without parameters; null for any other. */
export function countingClaim(claim: string | undefined): string | null {
  if (claim === undefined) return null;
  try {
    const { essence } = new MIMEType(claim);
    return CLAIMABLE.has(essence) ? essence : null;
  } catch {
    return null;
  }
}

/** The type of a file by its first bytes; where they do not say it, by a claim that may count. */
export async function contentTypeOf(head: Buffer, claim: string | null): Promise<string> {
  const found = await findType(head);
  if (found !== undefined && ACTIVE_TYPE.test(found)) return UNKNOWN_TYPE;
  if (found === undefined) return claim === null || beginsActive(head) ? UNKNOWN_TYPE : claim;
  return CONTAINERS.has(found) && claim !== null && OFFICE_TYPES.has(claim) ? claim : found;
}

function beginsActive(head: Buffer): boolean {
  return ACTIVE_TEXT.test(head.subarray(0, 1024).toString());
}

async function findType(head: Buffer): Promise<string | undefined> {
  try {
    return (await fileTypeFromBuffer(head))?.mime;
  } catch {
    // It looked for more than the beginning.
    return undefined;
  }
}
