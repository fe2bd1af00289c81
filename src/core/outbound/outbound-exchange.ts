import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';

/** Bytes of an answer's body that are read at most. */
const MOST_BODY_BYTES = 64 * 1024;
/** Milliseconds that an idle connection is kept: deliveries come in bursts, and receivers drop idle ones themselves. */
const KEPT_FOR = 500;
/** What a kept connection fails with when the receiver has just dropped it. */
const DROPPED = ['ECONNRESET', 'EPIPE'];

interface GuardedOptions extends RequestOptions {
  addresses: readonly string[];
}

/** Takes a kept connection only for the very addresses that this request may dial. */
class GuardedHttpAgent extends HttpAgent {
  override getName(options: GuardedOptions): string {
    return `${super.getName(options)} ${options.addresses.join()}`;
  }
}
class GuardedHttpsAgent extends HttpsAgent {
  override getName(options: GuardedOptions): string {
    return `${super.getName(options)} ${options.addresses.join()}`;
  }
}

const KEEP = { keepAlive: true, timeout: KEPT_FOR };
const KEPT = { http: new GuardedHttpAgent(KEEP), https: new GuardedHttpsAgent(KEEP) };
const FRESH = { http: new GuardedHttpAgent(), https: new GuardedHttpsAgent() };

export interface Exchange {
  readonly url: URL;
  /** What is dialled: the name is not looked up again. */
  readonly addresses: readonly string[];
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Buffer;
  /** Ends it with the signal's reason. */
  readonly signal: AbortSignal;
}

/** Sends a POST to one of `addresses` and gives the status. Redirects are not followed, nothing is unpacked. */
export async function exchange(details: Exchange, agents = KEPT): Promise<number> {
  const request = start(details, agents);
  const breakOff = () => request.destroy(details.signal.reason as Error);
  details.signal.addEventListener('abort', breakOff);
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      // Bytes, with which Node sends the headers as Latin-1; with a text it sends both as UTF-8.
      request.once('response', resolve).on('error', reject).end(Buffer.from(details.body));
    });
    await readSome(answer);
    if (!answer.complete) request.destroy();
    return answer.statusCode ?? 0;
  } catch (error) {
    request.destroy();
    const isDropped = request.reusedSocket && DROPPED.includes((error as NodeJS.ErrnoException).code ?? '');
    if (!isDropped) throw error;
  } finally {
    details.signal.removeEventListener('abort', breakOff);
  }
  return exchange(details, FRESH);
}

function start({ url, addresses, headers }: Exchange, agents: typeof KEPT): ClientRequest {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  const [first = { address: '', family: 0 }] = found;
  const options: Omit<GuardedOptions, 'agent'> = {
    method: 'POST',
    headers,
    addresses,
    lookup: (_name, { all }, callback) => {
      if (all) callback(null, found);
      else callback(null, first.address, first.family);
    },
  };
  return url.protocol === 'https:'
    ? requestHttps(url, { ...options, agent: agents.https })
    : requestHttp(url, { ...options, agent: agents.http });
}

/** Reads as much as is allowed, so that the receiver can finish; its status counts even if it never does. */
async function readSome(body: IncomingMessage): Promise<void> {
  let count = 0;
  try {
    for await (const chunk of body) {
      count += (chunk as Buffer).length;
      if (count >= MOST_BODY_BYTES) return;
    }
  } catch {
    // Broken off, or out of time.
  }
}
