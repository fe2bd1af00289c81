import { ApiError } from './api-error.js';
import { delayBeforeRetry, pause } from './retry.js';

export interface TransportOptions {
  /** Address of the API, `/api` included; in a browser a path such as `/api` is enough. */
  readonly baseUrl: string;
  /** JWT of a login, or a function that returns it and is called before each request. */
  readonly token?: string | (() => string | Promise<string>);
  /** API key, in place of a token. */
  readonly apiKey?: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Attempts after the first; 4 unless given. */
  readonly maxRetries?: number;
}

export interface Call {
  readonly method: string;
  /** Below the base address, with its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal | undefined;
  /** A 503 is not retried. */
  readonly is503Final?: boolean;
}

/** What is known of a refused attempt. */
type Settle<Answer> = (
  error: ApiError,
  isPerhapsDone: boolean,
) => Settled<Answer> | undefined | Promise<Settled<Answer> | undefined>;
type Settled<Answer> = { readonly answer: Answer } | 'again';

const DEFAULT_MAX_RETRIES = 4;

/** Sends requests, and repeats them when that is safe and may help. */
export class Transport {
  readonly baseUrl: string;
  private readonly fetch: typeof globalThis.fetch;
  private readonly maxRetries: number;

  constructor(private readonly options: TransportOptions) {
    this.baseUrl = options.baseUrl.replace(/(?<!\/)\/+$/, '');
    // Browsers refuse a `fetch` that is not called on the window.
    this.fetch = options.fetch ?? ((...request) => globalThis.fetch(...request));
    this.maxRetries = options.maxRetries ?? DEFAULT_MAX_RETRIES;
  }

  /**
   * The body of the 2xx; undefined when it has none.
   *
   * @throws ApiError when the service refuses or does not answer; the reason of `signal` when that aborts.
   */
  send(call: Call): Promise<unknown> {
    const repeatable = withIdempotencyKey(call);
    // An earlier attempt, which got no answer, has deleted it.
    return this.repeat<unknown>(
      call,
      () => this.attempt(repeatable),
      ({ status }, isPerhapsDone) =>
        call.method === 'DELETE' && status === 404 && isPerhapsDone ? { answer: undefined } : undefined,
    );
  }

  /**
   * What `attempt` gives, made again while that may help. `settle` is asked first about each refusal, and whether an
   * earlier attempt may have been carried out: it may know the answer, or that another attempt is needed.
   *
   * @throws what `send` throws
   */
  async repeat<Answer>(
    { signal, is503Final }: Pick<Call, 'signal' | 'is503Final'>,
    attempt: () => Promise<Answer>,
    settle: Settle<Answer> = () => undefined,
  ): Promise<Answer> {
    let isPerhapsDone = false;
    for (let tried = 0; ; tried += 1) {
      try {
        return await attempt();
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        const settled = await settle(error, isPerhapsDone);
        if (settled && settled !== 'again') return settled.answer;
        isPerhapsDone ||= error.status === 0;
        const isFinal = tried >= this.maxRetries || (error.status === 503 && is503Final);
        const delay = isFinal ? undefined : delayBeforeRetry(error, tried, settled === 'again' || undefined);
        if (delay === undefined) throw error;
        await pause(delay, signal);
      }
    }
  }

  /**
   * The response of a single attempt, its body still to be read.
   *
   * @throws ApiError unless it is a 2xx.
   */
  async open(call: Call): Promise<Response> {
    const credentials = await this.credentials();
    const response = await this.answered(call, () =>
      this.fetch(this.baseUrl + call.path, requestOf(call, credentials)),
    );
    if (response.ok) return response;
    const text = await this.answered(call, () => response.text());
    throw ApiError.ofRefusal(this.baseUrl, response, parseJson(text));
  }

  /** A single attempt. @throws as `open` */
  async attempt(call: Call): Promise<unknown> {
    return this.bodyOf(await this.open(call), call);
  }

  /** What an answer says. @throws ApiError unless it is a 2xx of the API */
  async bodyOf(response: Response, call: Pick<Call, 'signal'> = {}): Promise<unknown> {
    if (!response.ok) throw ApiError.ofRefusal(this.baseUrl, response, parseJson(await response.text()));
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream')) return response.body;
    const text = await this.answered(call, () => response.text());
    if (text === '') return undefined;
    if (type.startsWith('text/csv')) return text;
    const body = type.startsWith('application/json') ? parseJson(text) : undefined;
    if (body === undefined) throw ApiError.ofForeignAnswer(this.baseUrl, response);
    return body;
  }

  /** What `work` gives; when the connection breaks, an `ApiError` of status 0. */
  async answered<T>({ signal }: Pick<Call, 'signal'>, work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      throw ApiError.ofNoAnswer(this.baseUrl, error);
    }
  }

  async credentials(): Promise<Record<string, string>> {
    const { apiKey, token } = this.options;
    const value = apiKey ?? (typeof token === 'function' ? await token() : token);
    return value === undefined ? {} : { authorization: `Bearer ${value}` };
  }
}

/** A POST that is sent again must not be carried out again: the service knows it by this key. */
function withIdempotencyKey(call: Call): Call {
  if (call.method !== 'POST') return call;
  return { ...call, headers: { 'idempotency-key': crypto.randomUUID(), ...lowerCaseNames(call.headers) } };
}

function lowerCaseNames(headers: Readonly<Record<string, string>> = {}): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}

function requestOf({ method, body, headers, signal }: Call, credentials: Record<string, string>): RequestInit {
  // The bytes of a file go as they are.
  const isFile = body instanceof Blob;
  const type = isFile ? body.type || 'application/octet-stream' : 'application/json';
  return {
    method,
    headers: {
      accept: 'application/json',
      ...credentials,
      ...(body !== undefined && { 'content-type': type }),
      ...lowerCaseNames(headers),
    },
    ...(body !== undefined && { body: isFile ? body : JSON.stringify(body) }),
    ...(signal && { signal }),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
