import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, type Client, createClient } from '../../../sdk/src/sdk.js';
import { OperatorHttp } from '#core/outbound/operator-http.js';

interface ImportClientOptions {
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

/** The length of the service's rate-limit windows, for a 429 that does not say how long to wait. */
const DEFAULT_PAUSE_S = 60;
const LONGEST_PAUSE_S = 3_600;
const TIMEOUT_MS = 60_000;
const UNAVAILABLE = new Set([0, 502, 503, 504]);
const UNTRUSTED_CERTIFICATE =
  /^(DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/;

/** Calls the public API. A 429 makes all requests wait for as long as its `Retry-After` says, then it is sent again. */
export class ImportClient {
  private readonly client: Client;
  private readonly http: OperatorHttp;
  private pausedUntil = 0;

  constructor(private readonly options: ImportClientOptions) {
    this.http = new OperatorHttp(options.url, {
      headersTimeout: TIMEOUT_MS,
      bodyTimeout: TIMEOUT_MS,
      connect: { rejectUnauthorized: !options.insecure },
    });
    this.client = createClient({
      baseUrl: options.url,
      token: options.token,
      fetch: this.http.fetch,
      // The import retries in rounds; each round skips the rows that the earlier rounds created.
      maxRetries: 0,
    });
  }

  /** What `request` gets. @throws RefusedRequestError or UnavailableError */
  async call<T>(request: (client: Client) => Promise<T>): Promise<T> {
    for (;;) {
      await this.pauseEnd();
      try {
        return await request(this.client);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        if (error.status !== 429) throw meaningOf(error);
        this.pause(error.retryAfter);
      }
    }
  }

  close(): Promise<void> {
    return this.http.close();
  }

  private pause(asked: number = DEFAULT_PAUSE_S): void {
    const seconds = Math.min(Math.max(asked, 1), LONGEST_PAUSE_S);
    this.pausedUntil = Math.max(this.pausedUntil, performance.now() + seconds * 1000);
    this.options.onPause(seconds);
  }

  private async pauseEnd(): Promise<void> {
    for (let left = this.pausedUntil - performance.now(); left > 0; left = this.pausedUntil - performance.now()) {
      await sleep(Math.ceil(left));
    }
  }
}

function meaningOf(error: ApiError): Error {
  const details = Object.entries(error.details ?? {}).map(([name, message]) => `${name}: ${message}`);
  const message = details.join('; ') || error.message + certificateHint(error);
  if (UNAVAILABLE.has(error.status)) return new UnavailableError(message, { cause: error });
  return new RefusedRequestError(error.status, message);
}

function certificateHint({ cause }: ApiError): string {
  const code = (cause as { cause?: NodeJS.ErrnoException } | undefined)?.cause?.code ?? '';
  return UNTRUSTED_CERTIFICATE.test(code) ? ' (--insecure accepts a self-signed certificate)' : '';
}
