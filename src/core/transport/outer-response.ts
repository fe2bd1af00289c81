import type { IncomingMessage, ServerResponse } from 'node:http';

const outer = new WeakMap<IncomingMessage, ServerResponse>();

/** Notes which answer over a connection carries what is answered to a request without one, as the tools of MCP make them. */
export function answersIn(request: IncomingMessage, response: ServerResponse): void {
  outer.set(request, response);
}

/** The answer that the client waits for: of the request itself, or of the one that has made it. */
export function outerResponseOf(request: IncomingMessage, own: ServerResponse): ServerResponse {
  return outer.get(request) ?? own;
}
