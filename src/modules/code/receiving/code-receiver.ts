import type { IncomingMessage } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { FastifyReply } from 'fastify';
import { InvalidTokenError, NotFoundError, RateLimitExceededError } from '#common/errors/app-error.js';
import { ClientGoneError } from '#common/errors/client-gone-error.js';
import { isUuid } from '#common/validation/uuid.js';
import type { AnonymousContext, RequestContext } from '#core/company-scope/request-context.js';
import { onOwnWork } from '#core/company-scope/own-work.js';
import type { ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { anonymousClient } from '#core/rate-limit/rate-limit.js';
import { RateLimiter } from '#core/rate-limit/rate-limiter.js';
import { receiveBody } from '#core/transport/receive-body.js';
import type { CodeConnection } from '../connections/code-connection.entity.js';
import { CodeConnectionsRepository } from '../connections/code-connections.repository.js';
import { CodeSecrets } from '../connections/code-secrets.js';
import { FORGES } from '../forges/forges.js';
import { CodeWorker } from './code-worker.js';
import { readDelivery } from './read-delivery.js';
import { refusalOf } from './signatures.js';

const MOST_BYTES = 5 * 1024 * 1024;
/** Bytes of a body that need no slot. */
const SMALL = 64 * 1024;
const SLOTS = 16;
/** Milliseconds that the answer waits for the event to be applied; the worker goes on without it. */
const PATIENCE = 600;

/** Takes what forges send. */
@Injectable()
export class CodeReceiver {
  private readonly bodies: ConcurrencyLimit;

  constructor(
    private readonly connections: CodeConnectionsRepository,
    private readonly secrets: CodeSecrets,
    private readonly worker: CodeWorker,
    private readonly limiter: RateLimiter,
    private readonly adapter: HttpAdapterHost,
    concurrency: ConcurrencyLimits,
  ) {
    this.bodies = concurrency.create('code-bodies', { slots: SLOTS });
  }

  /** @throws NotFoundError, RateLimitExceededError, InvalidInputError of a large body, InvalidTokenError of what is not signed */
  async receiveEvent(anonymous: AnonymousContext, id: string, reply: FastifyReply): Promise<void> {
    const known = await this.findConnection(anonymous, id);
    await this.count(known, reply);
    if (!known) throw new NotFoundError('Code connection');
    const { companyId } = known;
    const { raw } = reply.request;
    const body = await this.readBody(raw, companyId);
    // It may have changed while the body came.
    const connection = await this.connections.findConnection(anonymous, companyId, known.id);
    if (!connection) throw new NotFoundError('Code connection');
    const context: RequestContext = { ...onOwnWork(companyId, this.adapter), share: companyId };
    const forge = FORGES[connection.provider];
    const refusal = await refusalOf(forge, raw.headers, body, this.secrets.openSecrets(connection));
    await this.connections.noteDelivery(context, connection.id, refusal ?? null);
    if (refusal) throw new InvalidTokenError();
    const read = readDelivery(forge, raw.headers, body);
    const told = connection.active ? read : { ...read, events: [], problem: 'the connection is inactive' };
    const { applied } = await this.worker.keepAndBegin(context, connection, told);
    await Promise.race([applied, wait(PATIENCE, undefined, { ref: false })]);
  }

  private async findConnection(anonymous: AnonymousContext, id: string): Promise<CodeConnection | undefined> {
    if (!isUuid(id)) return undefined;
    const companyId = await this.connections.findCompanyId(anonymous, id.toLowerCase());
    return companyId === undefined
      ? undefined
      : this.connections.findConnection(anonymous, companyId, id.toLowerCase());
  }

  /** Here and not before: only then it is known whether there is such a connection. */
  private async count(connection: CodeConnection | undefined, reply: FastifyReply): Promise<void> {
    const { headers, retryAfter } = connection
      ? await this.limiter.count('code', `code:${connection.id}`)
      : await this.limiter.count('auth', anonymousClient(reply.request.ip));
    void reply.headers(headers);
    if (retryAfter !== undefined) throw new RateLimitExceededError(retryAfter);
  }

  private readBody(payload: IncomingMessage, companyId: string): Promise<Buffer> {
    const admission = {
      limit: MOST_BYTES,
      tooLarge: 'The request body must not be larger than 5 MiB',
      freeOfSlots: SMALL,
      takeSlot: () => this.bodies.take(companyId),
    };
    return new Promise((resolve, reject) => {
      payload.once('close', () => reject(new ClientGoneError()));
      receiveBody(payload, admission, (bytes, refusal) => (refusal ? reject(refusal) : resolve(bytes)));
    });
  }
}
