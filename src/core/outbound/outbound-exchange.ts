import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as requestHttp,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';

/** Bytes of an answer's body that are read at most. */
const MOST_BODY_BYTES = 64 * 1024;
/** Of them, those that are kept. */
const KEPT_BODY_BYTES = 2 * 1024;
/** Milliseconds that an idle connection is kept: deliveries come in bursts, and receivers drop idle ones themselves. */
const KEPT_FOR = 500;
/** Milliseconds for each address of a host to take the connection. Node's 250 are too few for a far one. */
const CONNECT_TIMEOUT = 5_000;

interface GuardedOptions extends RequestOptions {
  target: string;
}

/** Takes a kept connection only for the very URL, and the very addresses, that it was made for. */
class GuardedHttpAgent extends HttpAgent {
  override getName(options: GuardedOptions): string {
    return `${super.getName(options)} ${options.target}`;
  }
}
class GuardedHttpsAgent extends HttpsAgent {
  override getName(options: GuardedOptions): string {
    return `${super.getName(options)} ${options.target}`;
  }
}

const KEEP = { keepAlive: true, timeout: KEPT_FOR };
const HTTP_AGENT = new GuardedHttpAgent(KEEP);
const HTTPS_AGENT = new GuardedHttpsAgent(KEEP);

export interface Exchange {
  readonly url: URL;
  /** Default POST. */
  readonly method?: string;
  /** What is dialled: the name is not looked up again. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Ends it with the signal's reason. */
  readonly signal: AbortSignal;
}

/** What came back. */
export interface Answer {
  readonly status: number;
  /** The first 2 KiB, as text. */
  readonly body: string;
  /** The header `Retry-After`, as it came. */
  readonly retryAfter: string | null;
}

/**
 * Sends a POST once, to one of `addresses`, and gives the answer. It follows no redirect and unpacks nothing. It ends
 * when the signal comes, whatever Node and the receiver do.
 */
export async function exchange(details: Exchange): Promise<Answer> {
  const { signal } = details;
  signal.throwIfAborted();
  const request = start(details);
  const isOver = aborted(signal);
  try {
    const answer = await Promise.race([answerTo(request, details.body), isOver]);
    const status = answer.statusCode ?? 0;
    // Before the end of the answer, when the connection would be kept: a receiver that refuses may close it.
    if (!isSuccess(status)) request.shouldKeepAlive = false;
    const chunks: Buffer[] = [];
    await Promise.race([readSome(answer, chunks), isOver]).catch(() => undefined);
    if (!answer.complete) request.destroy();
    return { status, body: textOf(chunks), retryAfter: answer.headers['retry-after'] ?? null };
  } catch (error) {
    request.destroy();
    throw error;
  }
}

/** A whole answer. */
export interface WholeAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer<ArrayBuffer>;
}

/** As `exchange`, for an answer that is read whole. @throws Error when it is longer than `mostBytes`, or breaks off */
export async function exchangeWhole(details: Exchange, mostBytes: number): Promise<WholeAnswer> {
  const { signal } = details;
  signal.throwIfAborted();
  const request = start(details);
  const isOver = aborted(signal);
  try {
    const answer = await Promise.race([answerTo(request, details.body), isOver]);
    const body = await Promise.race([readWhole(answer, mostBytes), isOver]);
    return {
      status: answer.statusCode ?? 0,
      contentType: answer.headers['content-type'] ?? '',
      headers: answer.headers,
      body,
    };
  } catch (error) {
    request.destroy();
    throw error;
  }
}

async function readWhole(body: IncomingMessage, mostBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let count = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    count += chunk.length;
    if (count > mostBytes) throw new Error('The answer is too long');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

export function isSuccess(status: number): boolean {
  return status >= 200 && status < 300;
}

/** Never resolves; rejects with the signal's reason. */
export function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}

function start({ url, addresses, headers, method = 'POST' }: Exchange): ClientRequest {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: '', family: 0 }] = found;
  const options: Omit<GuardedOptions, 'agent'> & { autoSelectFamilyAttemptTimeout: number } = {
    method,
    headers,
    target: [url.href, ...addresses].join(' '),
    autoSelectFamilyAttemptTimeout: CONNECT_TIMEOUT,
    lookup: (_name, { all }, callback) => {
      if (all) callback(null, found);
      else callback(null, first.address, first.family);
    },
  };
  return url.protocol === 'https:'
    ? requestHttps(url, { ...options, agent: HTTPS_AGENT })
    : requestHttp(url, { ...options, agent: HTTP_AGENT });
}

/** The beginning of the answer. */
function answerTo(request: ClientRequest, body: string | Buffer): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request
      .once('response', resolve)
      // 101: Node hands the connection over, and says nothing more.
      .once('upgrade', (answer, socket) => {
        socket.destroy();
        resolve(answer);
      })
      .on('error', reject)
      .once('close', () => reject(Object.assign(new Error('Closed'), { code: 'ECONNRESET' })))
      // Sent as bytes, so that Node sends the headers as Latin-1; with a text it would send both as UTF-8.
      .end(typeof body === 'string' ? Buffer.from(body) : body);
  });
}

/** Reads as much as is allowed, so that the receiver can finish. Its status counts even if it never finishes. */
async function readSome(body: IncomingMessage, kept: Buffer[]): Promise<void> {
  let count = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    if (count < KEPT_BODY_BYTES) kept.push(chunk.subarray(0, KEPT_BODY_BYTES - count));
    count += chunk.length;
    if (count >= MOST_BODY_BYTES) return;
  }
}

/** As UTF-8, without a character that is cut in two at the end; the database stores no NUL. */
function textOf(chunks: readonly Buffer[]): string {
  if (chunks.length === 0) return '';
  return new TextDecoder().decode(Buffer.concat(chunks), { stream: true }).replaceAll('\0', '\ufffd');
}
