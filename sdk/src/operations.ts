import type { Operations } from './generated/operations.gen.js';

/** The name of an operation and of its method. */
export type OperationId = keyof Operations;

/** What an operation takes. */
export type RequestOptions<Id extends OperationId> = Pick<Operations[Id]['data'], 'path' | 'query' | 'body'> & {
  /** Added to the headers of the client; a header of the same name replaces the client's. */
  headers?: Readonly<Record<string, string>>;
  /** Aborts the request, which then throws the reason of the signal. */
  signal?: AbortSignal;
};

type Answer<Id extends OperationId> = Operations[Id]['answer'];
/** The whole list, as it comes without `page`. */
type WholeList<Id extends OperationId> = Extract<Answer<Id>, readonly unknown[]>;
/** A page of it, as it comes with `page`. */
type Page<Id extends OperationId> = Extract<Answer<Id>, { meta: { pagination: unknown } }>;
/** A page of it, as it comes with `cursor`. */
type CursorPage<Id extends OperationId> = Extract<Answer<Id>, { meta: { next: unknown } }>;

/** The names of the operations that answer a list or a page of it. */
export type ListId = { [Id in OperationId]: [Page<Id>] extends [never] ? never : Id }[OperationId];

/** An item of a list. */
export type ItemOf<Id extends ListId> = WholeList<Id>[number];

type With<Id extends OperationId, Query> = RequestOptions<Id> & { query: Query };

interface ListMethod<Id extends ListId> {
  (options: With<Id, { page: number }>): Promise<Page<Id>>;
  (options: With<Id, { cursor: string }>): Promise<CursorPage<Id>>;
  (
    ...options: Arguments<Id, RequestOptions<Id> & { query?: { page?: undefined; cursor?: undefined } }>
  ): Promise<WholeList<Id>>;
}

type Method<Id extends OperationId> = Id extends ListId
  ? ListMethod<Id>
  : (...options: Arguments<Id, RequestOptions<Id>>) => Promise<Answer<Id>>;

/** The options are optional when none of them is required. */
type Arguments<Id extends OperationId, Options> = [undefined, undefined, undefined] extends [
  Operations[Id]['data']['path'],
  Operations[Id]['data']['query'],
  Operations[Id]['data']['body'],
]
  ? [options?: Options]
  : [options: Options];

/** A method for each operation of the API, named by its operationId. */
export type Methods = { [Id in OperationId]: Method<Id> };
