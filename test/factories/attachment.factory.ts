import { createHash } from 'node:crypto';
import type { Answer } from '../support/api.js';
import type { TestService } from '../support/test-service.js';
import type { TestUser } from './company.factory.js';

export interface TestAttachment {
  id: string;
  taskId: string;
  name: string;
  size: number;
  contentType: string;
  sha256: string | null;
  state: 'waiting' | 'scanning' | 'ready' | 'refused';
  authorId: string;
  author: { id: string; name: string };
  colleagueId: string | null;
  createdAt: string;
  url: string;
  uploadUrl: string | null;
}

interface BytesRequest {
  method?: string;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer> | ReadableStream;
}

export interface BytesAnswer {
  status: number;
  headers: Headers;
  bytes: Buffer;
  /** The bytes as JSON; undefined when they are none. */
  body: Answer['body'];
}

/** Calls a route of bytes; the path is an attachment's `url`, an address, or relative to the service. */
export async function callBytes(
  { baseUrl }: Pick<TestService, 'baseUrl'>,
  token: string | undefined,
  path: string,
  { method = 'GET', headers = {}, body }: BytesRequest = {},
): Promise<BytesAnswer> {
  const response = await fetch(path.startsWith('http') ? path : new URL(path, baseUrl), {
    method,
    headers: {
      'X-Forwarded-Proto': 'https',
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body && { body, duplex: 'half' }),
  });
  const bytes = Buffer.from(await response.arrayBuffer());
  const isJson = response.headers.get('content-type')?.startsWith('application/json');
  return {
    status: response.status,
    headers: response.headers,
    bytes,
    body: isJson ? JSON.parse(bytes.toString()) : undefined,
  };
}

/** Announces a file of a task. */
export async function announce(
  user: TestUser,
  taskId: string,
  size: number,
  { name = 'notes.txt', contentType }: { name?: string; contentType?: string } = {},
): Promise<TestAttachment> {
  const answer = await user.api.post<TestAttachment>(`/tasks/${taskId}/attachments`, { name, size, contentType });
  if (answer.status !== 201) throw new Error(`POST attachments: ${answer.text}`);
  return answer.body;
}

/** Sends the bytes of a file that waits for them. */
export function sendBytes(
  service: TestService,
  user: TestUser,
  { id }: Pick<TestAttachment, 'id'>,
  bytes: Uint8Array,
  headers: Record<string, string> = {},
): Promise<BytesAnswer> {
  const body = new Uint8Array(bytes);
  return callBytes(service, user.token, `/api/attachments/${id}/content`, { method: 'PUT', headers, body });
}

/** A file that is ready, or with a scanner, that it looks at. */
export async function attach(
  service: TestService,
  user: TestUser,
  taskId: string,
  bytes: Uint8Array | string = 'Some notes',
  claims: { name?: string; contentType?: string } = {},
): Promise<TestAttachment> {
  const sent = Buffer.from(bytes);
  const waiting = await announce(user, taskId, sent.length, claims);
  const { status, body } = await sendBytes(service, user, waiting, sent);
  if (status !== 200) throw new Error(`PUT content: ${JSON.stringify(body)}`);
  return body as TestAttachment;
}

export function sha256Of(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}
