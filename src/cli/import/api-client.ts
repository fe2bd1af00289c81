import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

interface ApiClientOptions {
  /** Address of the API, `/api` included. */
  url: string;
  token: string;
  /** Accept a certificate that nobody known has signed. */
  insecure: boolean;
  /** Told whenever the service asks for a pause. */
  onPause: (seconds: number) => void;
}

/** A request that the service refuses; the message is the service's. */
export class RefusedRequestError extends Error {
  constructor(
    readonly status: number,
    message: string,
  ) {
    super(message);
  }
}

/** No answer, or one that the service is unavailable: the request may or may not have been carried out. */
export class UnavailableError extends Error {}

interface Answer {
  status: number;
  retryAfter: string | undefined;
  text: string;
}

/** What an error body of either shape may hold (service.md "Errors"). */
interface ErrorBody {
  error?: string | { message?: string; details?: Record<string, string> };
}

/** The length of the service's rate-limit windows, for a 429 that does not say how long to wait. */
const DEFAULT_PAUSE_S = 60;
const LONGEST_PAUSE_S = 3_600;
const TIMEOUT_MS = 60_000;
const UNTRUSTED_CERTIFICATE =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;

/** Calls the public API. A 429 makes all requests wait for as long as its `Retry-After` says, then it is sent again. */
export class ApiClient {
  private readonly url: string;
  private readonly agent: Agent;
  private pausedUntil = 0;

  constructor(private readonly options: ApiClientOptions) {
    this.url = options.url.replace(/\/+$/, '');
    this.agent = new Agent({
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      connect: { rejectUnauthorized: !options.insecure },
    });
  }

  /** @throws RefusedRequestError or UnavailableError, as does `post`. */
  get<T>(path: string, query: Record<string, string>): Promise<T> {
    return this.call<T>('GET', `${path}?${new URLSearchParams(query).toString()}`);
  }

  post<T>(path: string, body: object): Promise<T> {
    return this.call<T>('POST', path, JSON.stringify(body));
  }

  close(): Promise<void> {
    return this.agent.close();
  }

  private async call<T>(method: 'GET' | 'POST', path: string, body?: string): Promise<T> {
    for (;;) {
      await this.pauseEnd();
      const answer = await this.exchange(method, path, body);
      if (answer.status === 429) this.pause(answer.retryAfter);
      else return this.read<T>(answer);
    }
  }

  private async exchange(method: 'GET' | 'POST', path: string, body?: string): Promise<Answer> {
    const headers = {
      authorization: `Bearer ${this.options.token}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    try {
      const response = await request(this.url + path, { method, headers, body, dispatcher: this.agent });
      const retryAfter = response.headers['retry-after']?.toString();
      return { status: response.statusCode, retryAfter, text: await response.body.text() };
    } catch (error) {
      throw new UnavailableError(`No answer from ${this.url}: ${describeFailure(error)}`, { cause: error });
    }
  }

  private read<T>({ status, text }: Answer): T {
    const body = parseJson(text);
    if ([502, 503, 504].includes(status)) throw new UnavailableError(describeRefusal(status, body));
    if (status < 200 || status > 299) throw new RefusedRequestError(status, describeRefusal(status, body));
    if (body === undefined) throw new RefusedRequestError(status, `What answers at ${this.url} is not the API`);
    return body as T;
  }

  private pause(retryAfter: string | undefined): void {
    const asked = Number(retryAfter ?? DEFAULT_PAUSE_S);
    const seconds = Number.isFinite(asked) ? Math.min(Math.max(asked, 1), LONGEST_PAUSE_S) : DEFAULT_PAUSE_S;
    this.pausedUntil = Math.max(this.pausedUntil, performance.now() + seconds * 1000);
    this.options.onPause(seconds);
  }

  private async pauseEnd(): Promise<void> {
    for (let left = this.pausedUntil - performance.now(); left > 0; left = this.pausedUntil - performance.now()) {
      await sleep(Math.ceil(left));
    }
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describeRefusal(status: number, body: unknown): string {
  const { error } = (body ?? {}) as ErrorBody;
  if (typeof error === 'string') return error;
  const details = Object.entries(error?.details ?? {}).map(([name, message]) => `${name}: ${message}`);
  return details.join('; ') || error?.message || `HTTP status ${status}`;
}

function describeFailure(error: unknown): string {
  const { message, code = '' } = error as NodeJS.ErrnoException;
  const hint = UNTRUSTED_CERTIFICATE.test(code) ? ' (--insecure accepts a self-signed certificate)' : '';
  // For a host with several addresses there is a code only.
  return (message || code) + hint;
}
