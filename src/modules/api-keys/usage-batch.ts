/** A request that was made with a key, and what came of it. */
export interface KeyedRequest {
  readonly companyId: string;
  readonly apiKeyId: string;
  readonly method: string;
  readonly path: string;
  readonly route: string;
  readonly status: number;
  readonly durationMs: number;
  readonly ip: string;
  /** When it came in: Unix time in milliseconds. */
  readonly at: number;
}

/** How often a key was used for a method and route. */
export interface EndpointUse {
  readonly companyId: string;
  readonly apiKeyId: string;
  readonly method: string;
  readonly route: string;
  count: number;
  /** Unix time in milliseconds. */
  lastAt: number;
}

type UsesByMethod = Map<string, EndpointUse>;

/** The requests of a key that are kept one by one: the newest. */
export const KEPT_REQUESTS = 1_000;
/** Most requests, of all keys, that a batch lists one by one. In a long outage, further requests are only counted. */
const MOST_LISTED = 50_000;

/** Requests that have not been written yet: counted exactly, listed as far as they will be kept. */
export class UsageBatch {
  /** By key, route and method: strings that are there already, so that counting makes none. */
  private readonly endpointUses = new Map<string, Map<string, UsesByMethod>>();
  private readonly requestsOfKeys = new Map<string, KeyedRequest[]>();
  private listed = 0;
  /** Requests that are counted but not listed, because the batch is full. */
  unlisted = 0;

  get isEmpty(): boolean {
    return this.endpointUses.size === 0;
  }

  get endpoints(): EndpointUse[] {
    return [...this.endpointUses.values()].flatMap((routes) =>
      [...routes.values()].flatMap((methods) => [...methods.values()]),
    );
  }

  /** The newest of each key. */
  get requests(): KeyedRequest[] {
    return [...this.requestsOfKeys.values()].flatMap((requests) => requests.slice(-KEPT_REQUESTS));
  }

  add(request: KeyedRequest): void {
    this.count(request);
    if (this.listed < MOST_LISTED) this.list(request);
    else this.unlisted += 1;
  }

  private count({ companyId, apiKeyId, method, route, at }: KeyedRequest): void {
    const routes = valueIn(this.endpointUses, apiKeyId, () => new Map<string, UsesByMethod>());
    const methods = valueIn(routes, route, () => new Map<string, EndpointUse>());
    const use = valueIn(methods, method, () => ({ companyId, apiKeyId, method, route, count: 0, lastAt: at }));
    use.count += 1;
    if (at > use.lastAt) use.lastAt = at;
  }

  /** Cuts off what is too old once in a while, not each time. */
  private list(request: KeyedRequest): void {
    const requests = valueIn(this.requestsOfKeys, request.apiKeyId, () => []);
    requests.push(request);
    this.listed += 1;
    if (requests.length >= 2 * KEPT_REQUESTS) {
      requests.splice(0, KEPT_REQUESTS);
      this.listed -= KEPT_REQUESTS;
    }
  }
}

function valueIn<Value>(map: Map<string, Value>, key: string, make: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) {
    value = make();
    map.set(key, value);
  }
  return value;
}
