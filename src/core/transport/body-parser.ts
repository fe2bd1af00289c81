import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import type { FastifyContentTypeParser, FastifyInstance, FastifyRequest } from 'fastify';
import { parse as parseJson } from 'secure-json-parse';
import { type AppError, InvalidInputError } from '../../common/errors/app-error.js';
import { clientNetwork } from '../../common/http/client-address.js';
import type { FairShare, Release } from '../shares/fair-share.js';
import { BodyBytes } from './body-bytes.js';
import { exceededLimit } from './body-limits.js';
import { isBodyStreamed } from './streamed-body.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Why the body could not be read; the body is then undefined. */
    bodyError: AppError | undefined;
    /** SHA-256 of the body's bytes, of a request with an Idempotency-Key. */
    bodyHash: Buffer | undefined;
  }
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A form is no wrong body for the route, which ignores it: the most bytes of a body there. */
    ignoresBodyUpTo?: number;
  }
}

interface ReadBody {
  body?: object;
  problem?: string;
}

const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';

const TOO_LARGE = 'The request body must not be larger than 1 MiB';
const WRONG_TYPE = 'The request body must be uncompressed JSON in UTF-8, sent with Content-Type: application/json';
const NOT_UTF8 = 'The request body must be encoded in UTF-8';
const NOT_JSON = 'The request body must be valid JSON, without keys named __proto__ or constructor.prototype';
const NO_OBJECT = 'The request body must be a JSON object';

/** Most bytes of a request body (decisions 1.8). */
export const BODY_LIMIT = 1024 * 1024;
/** Bytes of a body from which on its client needs a place to send more. */
const LARGE = 16 * 1024;

/**
 * Reads request bodies without ever failing: what is wrong with one is left in `request.bodyError`, to be raised once
 * the request is authenticated (decisions 4, order of the checks). An empty body is no body (decisions 1.8). Large
 * bodies are in memory in as many places as `places` has, which client networks share (extensions 1.4).
 */
export function registerBodyParser(fastify: FastifyInstance, places: FairShare): void {
  fastify.decorateRequest('bodyError', undefined);
  fastify.decorateRequest('bodyHash', undefined);
  // Fastify itself answers a malformed Content-Type with 415, so no other value than these three reaches it.
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    if (headers['content-type'] !== undefined) {
      const isForm = /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers['content-type']);
      const other = isForm ? FORM_TYPE : 'application/octet-stream';
      headers['content-type'] = isPlainJson(headers) ? JSON_TYPE : other;
    }
    done();
  });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPE, bodyParser(places, readJson));
  fastify.addContentTypeParser(
    '*',
    bodyParser(places, () => ({ problem: WRONG_TYPE })),
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

function bodyParser(places: FairShare, read: (bytes: Buffer) => ReadBody): FastifyContentTypeParser {
  return (request, payload: IncomingMessage, done) => {
    if (isBodyStreamed(request)) {
      done(null, undefined);
      return;
    }
    const takePlace = () => places.take(clientNetwork(request.ip));
    collect(payload, takePlace, (bytes, refusal) => {
      const { body, problem } = bytes.length > 0 ? readFor(request, bytes, read) : {};
      request.bodyError = refusal ?? (problem === undefined ? undefined : new InvalidInputError(problem));
      if (request.headers['idempotency-key'] !== undefined) {
        request.bodyHash = createHash('sha256').update(bytes).digest();
      }
      done(null, body);
    });
  };
}

/** A route that ignores its body takes a form, too, and neither when it is large. */
function readFor(request: FastifyRequest, bytes: Buffer, read: (bytes: Buffer) => ReadBody): ReadBody {
  const { ignoresBodyUpTo } = request.routeOptions.config;
  if (ignoresBodyUpTo === undefined) return read(bytes);
  if (bytes.length > ignoresBodyUpTo) {
    return { problem: `The request body must not be larger than ${ignoresBodyUpTo / 1024} KiB` };
  }
  return request.headers['content-type'] === FORM_TYPE ? {} : read(bytes);
}

/**
 * Calls back with all bytes of a body, or with the reason for its refusal. Bytes of a refused body are thrown away as
 * they arrive. Never calls back for a body that breaks off: nobody is left to answer.
 */
function collect(
  payload: IncomingMessage,
  takePlace: () => Promise<Release>,
  callback: (bytes: Buffer, refusal?: AppError) => void,
): void {
  const body = new BodyBytes();
  const answersEarly = isKeptAlive(payload);
  let place: Promise<Release> | undefined;
  let refusal: AppError | undefined;
  const giveBack = () =>
    void place?.then(
      (release) => release(),
      () => undefined,
    );
  const refuse = (reason: AppError) => {
    refusal = reason;
    body.clear();
    giveBack();
    if (answersEarly) callback(body.toBuffer(), reason);
  };
  payload.on('data', (chunk: Buffer) => {
    if (refusal) return;
    body.add(chunk);
    if (body.length > BODY_LIMIT) {
      refuse(new InvalidInputError(TOO_LARGE));
    } else if (body.length > LARGE && !place) {
      payload.pause();
      place = takePlace();
      void place.catch(refuse).finally(() => payload.resume());
    }
  });
  payload.on('end', () => {
    if (!refusal || !answersEarly) callback(body.toBuffer(), refusal);
  });
  payload.once('close', giveBack);
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
