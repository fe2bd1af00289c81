import type { ServerResponse } from 'node:http';
import type { FastifyReply } from 'fastify';

/** Answers 200 with a stream of events that has no end; a HEAD ends at once. Nothing compresses or buffers it. */
export function beginResponse(reply: FastifyReply): ServerResponse {
  const { raw } = reply.hijack();
  for (const [name, value] of Object.entries(reply.getHeaders())) {
    if (value !== undefined) raw.setHeader(name, value);
  }
  raw.writeHead(200, { 'Content-Type': 'text/event-stream', 'X-Accel-Buffering': 'no' });
  if (reply.request.method === 'HEAD') raw.end();
  else raw.flushHeaders();
  return raw;
}
