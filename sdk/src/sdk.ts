export { ApiError } from './api-error.js';
export { type Client, createClient } from './client.js';
export { filter, type FilterValue } from './filter.js';
export type { EventOf, EventsOptions, InboxNews } from './events.js';
export type { ListAllOptions } from './list-all.js';
export type { ItemOf, ListId, OperationId, RequestOptions } from './operations.js';
export type { TransportOptions as CreateClientOptions } from './transport.js';
export { verifyWebhook } from './verify-webhook.js';
export type * from './generated/types.gen.js';
