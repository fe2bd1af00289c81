import type { IncomingHttpHeaders } from 'node:http';

/** The value of `Authorization: Bearer <value>`; undefined for a header of any other form, and for none. */
export function bearerToken({ authorization = '' }: IncomingHttpHeaders): string | undefined {
  return /^bearer\s+(\S+)$/i.exec(authorization)?.[1];
}
