import { createHash } from 'node:crypto';

const INLINE: ReadonlySet<string> = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif']);

/** What an answer says of a file. */
export interface ServedFile {
  readonly name: string;
  readonly contentType: string;
  /** Of what is served, for its ETag. */
  readonly version: string;
}

/** Whether a file is a picture that browsers show, and that previews are made of. */
export function isPicture(contentType: string): boolean {
  return INLINE.has(contentType);
}

/** The headers with which no file can run as a page of ours. */
export function fileHeaders({ name, contentType, version }: ServedFile): Record<string, string> {
  return {
    'Content-Type': contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
    'Content-Disposition': contentDisposition(isPicture(contentType) ? 'inline' : 'attachment', name),
    'Content-Security-Policy': "default-src 'none'; sandbox",
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'private, no-cache',
    ETag: `"${createHash('sha256').update(`${version}\n${name}`).digest('base64url')}"`,
  };
}

/** RFC 6266: a plain name for old clients, and the name itself in UTF-8. */
function contentDisposition(type: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_');
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${type}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
