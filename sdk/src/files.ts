import { ApiError } from './api-error.js';
import type { AttachmentResponse } from './generated/types.gen.js';
import type { Call, Transport } from './transport.js';

/** What is used of the requests of browsers that tell how far they are. */
interface ProgressRequest {
  readonly upload: { onprogress: ((event: { loaded: number; total: number }) => void) | null };
  readonly status: number;
  readonly responseText: string;
  onload: (() => void) | null;
  onerror: (() => void) | null;
  ontimeout: (() => void) | null;
  onabort: (() => void) | null;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: Blob): void;
  abort(): void;
}

/** Elsewhere there is none. */
declare const XMLHttpRequest: (new () => ProgressRequest) | undefined;

/** A file that is attached to a task. */
export interface UploadOptions {
  readonly name: string;
  readonly data: Blob | Uint8Array;
  /** What it is; the service looks at the bytes first. */
  readonly contentType?: string | undefined;
  /** Aborts the upload, which then throws the reason of the signal and leaves nothing. */
  readonly signal?: AbortSignal | undefined;
  /** Hears how many bytes are sent, in browsers as they go. */
  readonly onProgress?: ((sent: number, total: number) => void) | undefined;
}

export interface DownloadOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Announces a file of a task and sends its bytes, again where that may help. */
export async function uploadFile(
  transport: Transport,
  taskId: string,
  { name, data, contentType, signal, onProgress }: UploadOptions,
): Promise<AttachmentResponse> {
  const bytes = data instanceof Blob ? data : new Blob([data as Uint8Array<ArrayBuffer>]);
  const announced = (await transport.send({
    method: 'POST',
    path: `/tasks/${encodeURIComponent(taskId)}/attachments`,
    body: { name, size: bytes.size, contentType: contentType || bytes.type || undefined },
    signal,
  })) as AttachmentResponse;
  const path = `/attachments/${announced.id}`;
  try {
    const sent = await sendBytes(transport, path, bytes, signal, onProgress);
    onProgress?.(bytes.size, bytes.size);
    return sent;
  } catch (error) {
    // It would count to the limits until its hour is over.
    void transport.send({ method: 'DELETE', path }).catch(() => undefined);
    throw error;
  }
}

/** The bytes of a file. */
export function downloadFile(transport: Transport, id: string, { signal }: DownloadOptions): Promise<Blob> {
  const call = { method: 'GET', path: `/attachments/${encodeURIComponent(id)}/content`, signal };
  return transport.repeat(call, async () => {
    const response = await transport.open(call);
    return transport.answered(call, () => response.blob());
  });
}

function sendBytes(
  transport: Transport,
  path: string,
  bytes: Blob,
  signal: AbortSignal | undefined,
  onProgress: UploadOptions['onProgress'],
): Promise<AttachmentResponse> {
  const headers = { 'content-type': 'application/octet-stream' };
  const call: Call = { method: 'PUT', path: `${path}/content`, body: bytes, headers, signal };
  const Request = typeof XMLHttpRequest === 'function' ? XMLHttpRequest : undefined;
  const attempt =
    onProgress && Request
      ? () => sendWithProgress(transport, call, bytes, new Request(), onProgress)
      : () => transport.attempt(call) as Promise<AttachmentResponse>;
  // A 409 after an attempt without an answer: that one has sent the bytes, or the service has not noticed its end yet.
  return transport.repeat(call, attempt, async (error, isPerhapsDone) => {
    if (error.status !== 409 || !isPerhapsDone) return undefined;
    const present = (await transport.send({ method: 'GET', path, signal })) as AttachmentResponse;
    return present.state === 'waiting' ? 'again' : { answer: present };
  });
}

/** As `Transport.attempt`, and tells how far it is. */
async function sendWithProgress(
  transport: Transport,
  { method, path, headers, signal }: Call,
  bytes: Blob,
  request: ProgressRequest,
  onProgress: (sent: number, total: number) => void,
): Promise<AttachmentResponse> {
  const credentials = await transport.credentials();
  signal?.throwIfAborted();
  const abort = () => request.abort();
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(ApiError.ofNoAnswer(transport.baseUrl, new Error('the connection broke')));
      request.open(method, transport.baseUrl + path);
      for (const [name, value] of Object.entries({ ...headers, ...credentials })) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(loaded, total);
      request.onload = () => resolve();
      request.onerror = fail;
      request.ontimeout = fail;
      request.onabort = () => reject(signal?.reason as Error);
      signal?.addEventListener('abort', abort);
      request.send(bytes);
    });
  } finally {
    signal?.removeEventListener('abort', abort);
  }
  const response = new Response(request.responseText, { status: request.status, headers: headersOf(request) });
  return (await transport.bodyOf(response)) as AttachmentResponse;
}

function headersOf(request: ProgressRequest): Headers {
  const lines = request.getAllResponseHeaders().trim().split(/\r\n/);
  return new Headers(
    lines.map((line): [string, string] => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  );
}
