/** An answer of the service; `body` is undefined without a body. */
export interface Answer<Body = any> {
  status: number;
  headers: Headers;
  body: Body;
  /** The body as it was sent. */
  text: string;
}

export interface RequestOptions {
  headers?: Record<string, string>;
  /** Hangs up when it aborts: the call is then rejected. */
  signal?: AbortSignal;
}

/** Calls the service over HTTP as one caller; paths are relative to the base address. */
export class Api {
  constructor(
    private readonly baseUrl: string,
    private readonly token?: string,
  ) {}

  /** The same service, called with other credentials, or with none. */
  as(token: string | undefined): Api {
    return new Api(this.baseUrl, token);
  }

  get<Body = any>(path: string, options?: RequestOptions): Promise<Answer<Body>> {
    return this.send('GET', path, undefined, options);
  }

  post<Body = any>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<Body>> {
    return this.send('POST', path, body, options);
  }

  put<Body = any>(path: string, body?: unknown, options?: RequestOptions): Promise<Answer<Body>> {
    return this.send('PUT', path, body, options);
  }

  delete<Body = any>(path: string, options?: RequestOptions): Promise<Answer<Body>> {
    return this.send('DELETE', path, undefined, options);
  }

  async send<Body = any>(
    method: string,
    path: string,
    body?: unknown,
    { headers = {}, signal }: RequestOptions = {},
  ): Promise<Answer<Body>> {
    const response = await fetch(this.baseUrl + path, {
      method,
      ...(signal && { signal }),
      headers: {
        'X-Forwarded-Proto': 'https',
        ...(this.token !== undefined && { Authorization: `Bearer ${this.token}` }),
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await textOf(response);
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    const parsed: unknown = text === '' || !isJson ? undefined : JSON.parse(text);
    return { status: response.status, headers: response.headers, body: parsed as Body, text };
  }
}

/** A stream of events has no end: it is hung up on once it has begun. */
async function textOf(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text();
  await response.body?.cancel();
  return '';
}
