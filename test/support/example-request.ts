import type { Browser } from './browser.js';
import type { ExampleWorld } from './example-world.js';

export interface ExampleRequest {
  query?: Record<string, string>;
  body?: object | string;
  /** Headers of its own. */
  headers?: Record<string, string>;
  /** The body of a route that takes a file. */
  bytes?: string;
  /** Ids of the path, where they are not those of the resources. */
  ids?: string[];
  /** Called first, by the owner: POST to this path. */
  before?: [path: string, body?: object][];
  /** Called then, by the agent. */
  byAgent?: [path: string, body?: object][];
  /** Where it is sent from, when that is not a program of the owner's. */
  browser?: Browser;
}

type Maker = (world: ExampleWorld) => ExampleRequest | Promise<ExampleRequest>;

/** What the examples send, by operationId. */
export type ExampleRequests = Readonly<Record<string, Maker>>;
