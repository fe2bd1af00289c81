import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import type { FastifyContentTypeParser, FastifyInstance } from 'fastify';
import { parse as parseJson } from 'secure-json-parse';
import { exceededLimit } from './body-limits.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** What is wrong with the body, in words for the client; the body is then undefined. */
    bodyError: string | undefined;
  }
}

interface ReadBody {
  body?: object;
  problem?: string;
}

const JSON_TYPE = 'application/json';

const TOO_LARGE = 'The request body must not be larger than 1 MiB';
const WRONG_TYPE = 'The request body must be uncompressed JSON in UTF-8, sent with Content-Type: application/json';
const NOT_UTF8 = 'The request body must be encoded in UTF-8';
const NOT_JSON = 'The request body must be valid JSON, without keys named __proto__ or constructor.prototype';
const NO_OBJECT = 'The request body must be a JSON object';

/** Most bytes of a request body (decisions 1.8). */
export const BODY_LIMIT = 1024 * 1024;

/**
 * Reads request bodies without ever failing: what is wrong with one is left in `request.bodyError`, to be raised once
 * the request is authenticated (decisions 4, order of the checks). An empty body is no body (decisions 1.8).
 */
export function registerBodyParser(fastify: FastifyInstance): void {
  fastify.decorateRequest('bodyError', undefined);
  // Fastify itself answers a malformed Content-Type with 415, so no other value than these two reaches it.
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    if (headers['content-type'] !== undefined) {
      headers['content-type'] = isPlainJson(headers) ? JSON_TYPE : 'application/octet-stream';
    }
    done();
  });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPE, bodyParser(readJson));
  fastify.addContentTypeParser(
    '*',
    bodyParser(() => ({ problem: WRONG_TYPE })),
  );
}

function isPlainJson(headers: IncomingMessage['headers']): boolean {
  const { 'content-type': contentType = '', 'content-encoding': encoding = 'identity' } = headers;
  if (encoding !== 'identity') return false;
  if (contentType === JSON_TYPE) return true;
  try {
    const { essence, params } = new MIMEType(contentType);
    return essence === JSON_TYPE && /^utf-?8$/i.test(params.get('charset') ?? 'utf-8');
  } catch {
    return false;
  }
}

function bodyParser(read: (bytes: Buffer) => ReadBody): FastifyContentTypeParser {
  return (request, payload: IncomingMessage, done) => {
    collect(payload, (bytes) => {
      const { body, problem } = bytes === null ? { problem: TOO_LARGE } : bytes.length > 0 ? read(bytes) : {};
      request.bodyError = problem;
      done(null, body);
    });
  };
}

/**
 * Calls back with all bytes of a body, or with null for one that is too large; of that nothing is kept, and what still
 * comes is thrown away as it arrives. Never calls back for a body that breaks off: nobody is left to answer.
 */
function collect(payload: IncomingMessage, callback: (bytes: Buffer | null) => void): void {
  const chunks: Buffer[] = [];
  const answersEarly = isKeptAlive(payload);
  let length = 0;
  let isRefused = false;
  const refuse = () => {
    if (!isRefused) callback(null);
    isRefused = true;
  };
  payload.on('data', (chunk: Buffer) => {
    length += chunk.length;
    if (length <= BODY_LIMIT) {
      chunks.push(chunk);
    } else {
      chunks.length = 0;
      if (answersEarly) refuse();
    }
  });
  payload.on('end', () => {
    if (length > BODY_LIMIT) refuse();
    else callback(Buffer.concat(chunks, length));
  });
}

/** An answer before the end of the body is lost on a client whose connection closes after it. */
function isKeptAlive({ httpVersion, headers }: IncomingMessage): boolean {
  return httpVersion === '1.1' && !/\bclose\b/i.test(headers.connection ?? '');
}

function readJson(bytes: Buffer): ReadBody {
  if (!isUtf8(bytes)) return { problem: NOT_UTF8 };
  const problem = exceededLimit(bytes);
  if (problem !== undefined) return { problem };
  let body: unknown;
  try {
    body = parseJson(bytes.toString());
  } catch {
    return { problem: NOT_JSON };
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return { problem: NO_OBJECT };
  return { body };
}
