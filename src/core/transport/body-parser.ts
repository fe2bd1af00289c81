import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { MIMEType } from 'node:util';
import type { FastifyContentTypeParser, FastifyInstance, FastifyRequest } from 'fastify';
import { parse as parseJson } from 'secure-json-parse';
import { type AppError, InvalidInputError } from '#common/errors/app-error.js';
import { clientNetwork } from '#common/http/client-address.js';
import { isScimPath, SCIM_TYPE } from '#common/http/scim.js';
import { exceededLimit } from './body-limits.js';
import { type Admission, receiveBody } from './receive-body.js';
import { isBodyStreamed } from './streamed-body.js';
import type { BodySlots } from './body-slots.js';

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
    /** The body is a form, which the route reads itself: `{ form }`. */
    readsForm?: true;
  }
}

interface ReadBody {
  body?: object;
  problem?: string;
}

const JSON_TYPE = 'application/json';
/** What forms are called here, however they are encoded. */
const FORM_TYPE = 'application/x-www-form-urlencoded';

const TOO_LARGE = 'The request body must not be larger than 1 MiB';
const TOO_LARGE_IN_PUBLIC = 'The request body must not be larger than 16 KiB';
const WRONG_TYPE = 'The request body must be uncompressed JSON in UTF-8, sent with Content-Type: application/json';
const NOT_UTF8 = 'The request body must be encoded in UTF-8';
const NOT_JSON = 'The request body must be valid JSON, without keys named __proto__ or constructor.prototype';
const NO_FORM = 'The request body must be a form, sent with Content-Type: application/x-www-form-urlencoded';
const NO_OBJECT = 'The request body must be a JSON object';

/** Most bytes of a request body. */
export const BODY_LIMIT = 1024 * 1024;
/** Most bytes of a body without credentials; with them, its client needs a slot to send more. */
const SMALL = 16 * 1024;

/**
 * Reads request bodies and never throws: the error of an unreadable body is left in `request.bodyError`, and is
 * thrown after authentication, as the order of the checks requires. An empty body is no body. Nothing is read when
 * the credentials are not valid, which `AuthenticationGuard.registerEarly` has checked before. Large bodies share the
 * places of `slots`.
 */
export function registerBodyParser(fastify: FastifyInstance, slots: BodySlots): void {
  fastify.decorateRequest('bodyError', undefined);
  fastify.decorateRequest('bodyHash', undefined);
  // Fastify itself answers a malformed Content-Type with 415, so no other value than these three reaches it.
  fastify.addHook('onRequest', (request, _reply, done) => {
    const { headers } = request.raw;
    if (headers['content-type'] !== undefined) {
      const isForm = /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(
        headers['content-type'],
      );
      const other = isForm ? FORM_TYPE : 'application/octet-stream';
      headers['content-type'] = isPlainJson(headers, jsonTypesOf(request.raw.url)) ? JSON_TYPE : other;
    }
    done();
  });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(JSON_TYPE, bodyParser(slots, readJson));
  fastify.addContentTypeParser(
    '*',
    bodyParser(slots, () => ({ problem: WRONG_TYPE })),
  );
}

/** Directories send their own type. */
function jsonTypesOf(url = ''): readonly string[] {
  return isScimPath(url) ? [JSON_TYPE, SCIM_TYPE] : [JSON_TYPE];
}

function isPlainJson(headers: IncomingMessage['headers'], types: readonly string[]): boolean {
  const { 'content-type': contentType = '', 'content-encoding': encoding = 'identity' } = headers;
  if (encoding !== 'identity') return false;
  if (contentType === JSON_TYPE) return true;
  try {
    const { essence, params } = new MIMEType(contentType);
    return types.includes(essence) && /^utf-?8$/i.test(params.get('charset') ?? 'utf-8');
  } catch {
    return false;
  }
}

function bodyParser(slots: BodySlots, read: (bytes: Buffer) => ReadBody): FastifyContentTypeParser {
  return (request, payload: IncomingMessage, done) => {
    // The handler reads the bytes itself.
    if (isBodyStreamed(request)) {
      done(null, undefined);
      return;
    }
    receiveBody(payload, admissionOf(request, payload, slots), (bytes, refusal) => {
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
  const { ignoresBodyUpTo, readsForm } = request.routeOptions.config;
  if (readsForm) return readForm(request, bytes);
  if (ignoresBodyUpTo === undefined) return read(bytes);
  if (bytes.length > ignoresBodyUpTo) {
    return { problem: `The request body must not be larger than ${ignoresBodyUpTo / 1024} KiB` };
  }
  return request.headers['content-type'] === FORM_TYPE ? {} : read(bytes);
}

/** How much of a body is read, on whose behalf. */
function admissionOf(request: FastifyRequest, payload: IncomingMessage, slots: BodySlots): Admission {
  const { access } = request.routeOptions.config;
  if ((access?.kind === 'permission' || access?.kind === 'scim') && !request.principal) return { limit: 0 };
  const share = request.principal?.companyId ?? (access ? undefined : clientNetwork(request.ip));
  if (share === undefined) return { limit: SMALL, tooLarge: TOO_LARGE_IN_PUBLIC };
  return {
    limit: BODY_LIMIT,
    tooLarge: TOO_LARGE,
    freeOfSlots: SMALL,
    takeSlot: () => slots.take(share, () => payload.socket.destroy()),
  };
}

function readForm({ headers }: FastifyRequest, bytes: Buffer): ReadBody {
  if (headers['content-type'] !== FORM_TYPE || !isUtf8(bytes)) return { problem: NO_FORM };
  return { body: { form: bytes.toString() } };
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
