import { type EventName, type EventOf, events, type EventsOptions } from './events.js';
import type { DownloadOptions, UploadOptions } from './files.js';
import { OPERATIONS } from './generated/operations.gen.js';
import type { AttachmentResponse } from './generated/types.gen.js';
import { listAll, type ListAllOptions } from './list-all.js';
import type { ItemOf, ListId, Methods } from './operations.js';
import { filledPath, queryString } from './query-string.js';
import { Transport, type TransportOptions } from './transport.js';

/** What `createClient` makes. */
export interface Client extends Methods {
  /** Any operation by its method and path, such as `GET /tasks/{id}`. */
  request(operation: string, options?: Options): Promise<unknown>;

  /** Every item of a list, read page by page while it is iterated. */
  listAll<Id extends ListId>(id: Id, options?: ListAllOptions<Id>): AsyncIterable<ItemOf<Id>>;

  /** Events as they happen, for as long as they are iterated; after a break it goes on where it stopped. */
  events<Name extends EventName = EventName>(options?: EventsOptions<Name>): AsyncIterable<EventOf<Name>>;

  /** Attaches a file to a task: announces it and sends its bytes. */
  uploadFile(taskId: string, file: UploadOptions): Promise<AttachmentResponse>;

  /** The bytes of a file of a task. */
  downloadFile(id: string, options?: DownloadOptions): Promise<Blob>;
}

type Files = typeof import('./files.js');

/** The options of any method. */
export interface Options {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** Loaded when it is first needed: few programs move files. */
const files = (): Promise<Files> => import('./files.js');

/** A 503 of these is not retried: it can mean that the AI provider fails, or that the run took too long. */
const RUNS = new Set(['POST /virtual-colleagues/{id}/scan', 'POST /virtual-colleagues/{id}/ai-check']);

/** A client of the service at `baseUrl`. */
export function createClient(options: TransportOptions): Client {
  const transport = new Transport(options);
  const request = async (operation: string, { path, query, ...rest }: Options = {}): Promise<unknown> => {
    const [method, template] = operation.split(' ') as [string, string];
    const target = filledPath(template, path) + queryString(query);
    return transport.send({ ...rest, method, path: target, is503Final: RUNS.has(operation) });
  };
  const methods = Object.entries(OPERATIONS).map(([id, operation]) => [
    id,
    (given?: Options) => request(operation, given),
  ]);
  return {
    ...(Object.fromEntries(methods) as Methods),
    request,
    listAll: (id, given) => listAll((listed, options) => request(OPERATIONS[listed], options), id, given),
    events: <Name extends EventName>(given?: EventsOptions<Name>) =>
      events(transport, given) as AsyncIterable<EventOf<Name>>,
    uploadFile: async (taskId, file) => (await files()).uploadFile(transport, taskId, file),
    downloadFile: async (id, given = {}) => (await files()).downloadFile(transport, id, given),
  };
}
