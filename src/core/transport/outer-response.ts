import type { IncomingMessage, ServerResponse } from 'node:http';

const outer = new WeakMap<IncomingMessage, ServerResponse>();

/**
 * Notes which response on a connection carries the answer to an inner request, which has no connection of its own,
 * for example a request of an MCP tool.
 */
export function answersIn(request: IncomingMessage, response: ServerResponse): void {
  outer.set(request, response);
}

/** Whether the request was made by another one, with whose credentials it goes on. */
export function isInnerRequest(request: IncomingMessage): boolean {
  return outer.has(request);
}

/** The answer that the client waits for: of the request itself, or of the one that has made it. */
export function outerResponseOf(request: IncomingMessage, own: ServerResponse): ServerResponse {
  return outer.get(request) ?? own;
}
