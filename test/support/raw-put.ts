import { request } from 'node:http';
import { Readable } from 'node:stream';
import type { TestService } from './test-service.js';

/** PUTs a stream with a Content-Length, which `fetch` does not do. Resolves with the status of the answer. */
export function rawPut(
  { baseUrl }: Pick<TestService, 'baseUrl'>,
  token: string,
  path: string,
  length: number,
  body: ReadableStream<Uint8Array>,
): Promise<{ status: number }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      new URL(path, baseUrl),
      {
        method: 'PUT',
        headers: { 'X-Forwarded-Proto': 'https', Authorization: `Bearer ${token}`, 'Content-Length': length },
      },
      (response) => {
        response.resume();
        resolve({ status: response.statusCode ?? 0 });
      },
    );
    sent.on('error', reject);
    Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]).pipe(sent);
  });
}
