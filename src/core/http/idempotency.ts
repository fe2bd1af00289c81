import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { type ExecutionContext, Injectable, SetMetadata, StreamableFile } from '@nestjs/common';
import { HTTP_CODE_METADATA } from '@nestjs/common/constants.js';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isUniqueViolation } from '#common/database/database-error.js';
import { ConflictError, isRefusal } from '#common/errors/app-error.js';
import { JSON_TYPE } from '#common/http/json-bytes.js';
import { isUuid } from '#common/validation/uuid.js';
import type { RequestContext } from '../company-scope/request-context.js';
import { EntityTags } from './entity-tags.js';
import { type FoundAnswer, StoredResponses, type KeyUse } from './stored-responses.js';
import { KeyedRequest, KeyInUseError } from './keyed-request.js';
import { PathNames } from './path-names.js';
import { idempotencyKey } from './request-headers.js';

/**
 * Carries a POST with an Idempotency-Key out once, and answers its repetitions as the first was. What the
 * route changes keeps the answer in its own transaction: see `Outbox.commit`.
 */
@Injectable()
export class Idempotency {
  constructor(
    private readonly answers: StoredResponses,
    private readonly tags: EntityTags,
    private readonly names: PathNames,
  ) {}

  /**
   * The answer of `handle`, or the one that was kept for the key of the request.
   *
   * @throws ConflictError while the key is in use, and when it was used for another request
   */
  async once(context: ExecutionContext, handle: Handle): Promise<unknown> {
    const request = context.switchToHttp().getRequest<FastifyRequest>();
    const key = idempotencyKey(request);
    const caller = request.context;
    // SCIM knows no such key.
    if (key === undefined || !caller || caller.scim) return handle();
    const use = keyUse(request, caller, key);
    try {
      return await this.carryOut(context, handle, { ...caller }, use);
    } catch (error) {
      // Its change has found that the key is in use, or is refused because the first request was carried out.
      const mayBeRepetition = isRefusal(error) || isUniqueViolation(error);
      const answer = mayBeRepetition ? await this.answers.find(caller, use) : undefined;
      if (answer && !answer.isOutdated) return this.repeat(context, handle, { caller, use, found: answer });
      throw error;
    }
  }

  private async carryOut(
    context: ExecutionContext,
    handle: Handle,
    caller: RequestContext,
    use: KeyUse,
  ): Promise<unknown> {
    const http = context.switchToHttp();
    const status = Reflect.getMetadata(HTTP_CODE_METADATA, context.getHandler()) as number;
    const keyed = new KeyedRequest(this.answers, use, (body) => ({ status, etag: this.tags.tagOf(context, body) }));
    http.getRequest<FastifyRequest>().context = { ...caller, idempotentRequest: keyed };
    try {
      const answer = await handle();
      // A stream has the same text, and is not in memory as a whole.
      if (!keyed.kept || keyed.kept.body.length === 0 || answer instanceof StreamableFile || isReadAnew(context))
        return answer;
      return send(http.getResponse<FastifyReply>(), keyed.kept.status, keyed.kept.body);
    } catch (error) {
      await keyed.fail();
      throw error;
    }
  }

  /** What the caller no longer reaches is not shown again, unless it is deleted. */
  private async repeat(context: ExecutionContext, handle: Handle, { caller, use, found }: Repeated): Promise<unknown> {
    if (!found.requestHash.equals(use.requestHash)) {
      throw new ConflictError('The Idempotency-Key was used for another request; take a new one for each');
    }
    if (found.status === null) throw new KeyInUseError();
    const http = context.switchToHttp();
    const request = http.getRequest<FastifyRequest>();
    const reply = http.getResponse<FastifyReply>();
    const hidden = await this.names.findHidden(caller, namedIds(request));
    if (hidden) throw hidden;
    if (found.shownOnce !== null) {
      throw new ConflictError(
        `The request was carried out and what it showed is shown once: it made ${found.shownOnce}`,
      );
    }
    void reply.header('Idempotency-Replayed', 'true');
    if (isReadAnew(context) && found.body !== null) {
      const replayed: unknown = JSON.parse(found.body.toString());
      request.context = { ...caller, replayed };
      return handle();
    }
    if (found.etag !== null) void reply.header('ETag', found.etag);
    return send(reply, found.status, found.body ?? Readable.from(this.answers.read(caller, use, found)));
  }
}

/** Prepares the input of the request and calls its handler. */
type Handle = () => Promise<unknown>;

/** A request that has been carried out before. */
interface Repeated {
  readonly caller: RequestContext;
  readonly use: KeyUse;
  readonly found: FoundAnswer;
}

const READ_ANEW = 'read-anew';

/**
 * Has the handler answer a repeated request itself, by what was kept of the first one (`RequestContext.replayed`): the
 * answer would be too large to keep, or of another time.
 */
export const ReadsAnew = (): MethodDecorator => SetMetadata(READ_ANEW, true);

function isReadAnew(context: ExecutionContext): boolean {
  return Reflect.getMetadata(READ_ANEW, context.getHandler()) === true;
}

function send(reply: FastifyReply, status: number, body: Buffer | Readable): Buffer | StreamableFile | undefined {
  void reply.status(status);
  if (body instanceof Buffer && body.length === 0) return undefined;
  void reply.type(JSON_TYPE);
  return body instanceof Readable ? new StreamableFile(body, { type: JSON_TYPE }) : body;
}

/** The ids in the path and the body of a request. A tid or key in the path has become an id. */
function namedIds({ params, body }: FastifyRequest): string[] {
  const ids = new Set<string>();
  const collect = (value: unknown): void => {
    if (typeof value === 'string' && isUuid(value)) ids.add(value.toLowerCase());
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(collect);
  };
  collect([params, body]);
  return [...ids];
}

/** The same key counts for the same user's JWT, or the same API key or program, and for the same path and body. */
function keyUse(
  { url, bodyHash }: FastifyRequest,
  { companyId, userId, apiKeyId, grant }: RequestContext,
  key: string,
): KeyUse {
  const ownerId = apiKeyId ?? grant?.id ?? userId;
  const requestHash = createHash('sha256')
    .update(`${url}\n`)
    .update(bodyHash ?? '')
    .digest();
  const lockId = createHash('sha256').update(`${companyId}\n${ownerId}\n${key}`).digest().readBigInt64BE().toString();
  return { companyId, ownerId, key, requestHash, lockId };
}
