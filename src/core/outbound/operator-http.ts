import { Agent, type Dispatcher, fetch as fetchOver, request, type RequestInit } from 'undici';

type RequestOptions = Omit<Dispatcher.RequestOptions, 'origin' | 'path' | 'method'> & { method: Dispatcher.HttpMethod };

/**
 * All HTTP to servers that the operator chooses: the bucket, the scanner, the AI provider, the service itself. They may have
 * private addresses. A request to any other server than the one it is made for is refused, and no redirect is followed.
 */
export class OperatorHttp {
  private readonly agent: Agent;
  private readonly origin: string;

  constructor(address: string, options: Agent.Options = {}) {
    this.agent = new Agent(options);
    this.origin = new URL(address).origin;
  }

  request(url: string | URL, options: RequestOptions): Promise<Dispatcher.ResponseData> {
    this.ensureOwn(url);
    return request(url, { ...options, dispatcher: this.agent });
  }

  /** For libraries that take one in place of the global `fetch`, which throws. */
  readonly fetch: typeof globalThis.fetch = async (url, init) => {
    if (url instanceof Request) throw new Error('Give the address apart from its options');
    this.ensureOwn(url);
    const options = { ...init, redirect: 'manual', dispatcher: this.agent } as RequestInit;
    return await fetchOver(url, options);
  };

  /** Breaks off what is under way. */
  close(): Promise<void> {
    return this.agent.destroy();
  }

  private ensureOwn(url: string | URL): void {
    if (new URL(url).origin !== this.origin) throw new Error(`The address does not belong to ${this.origin}`);
  }
}
