import { setTimeout as delay } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { Notifications } from '#core/database/pool/notifications.js';
import { DELIVERIES_CHANNEL } from '#core/events/event-hints.js';
import { OutboundHttp, type OutboundOutcome, type OutboundRequest } from '#core/outbound/outbound-http.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { Alarm } from './alarm.js';
import { type CompanyRoom, DeliverySlots, SLOTS } from './delivery-slots.js';
import { DeliveryQueue, LEASE_MILLISECONDS } from './delivery-queue.js';
import { DeliveryRecorder } from './delivery-recorder.js';
import { ATTEMPT_TIMEOUT, deliveryRequest } from './delivery-request.js';
import { delayAfter } from './retry-after.js';
import { ReceiverHealth } from '../health/receiver-health.js';
import { WebhookSecrets } from '../settings/webhook-secrets.js';
import { type ClaimedDelivery, type DeliveryClaim, type DeliveryOutcome } from './delivery-queue.repository.js';

/** Milliseconds between two looks while deliveries wait, or no hint can come: hints can be missed, looks cannot. */
const POLL_INTERVAL = 500;
/** The same while nothing waits at all, and hints come. */
const IDLE_INTERVAL = 10_000;
/** Milliseconds between two claims, in which enough comes together for one statement. */
const CLAIM_PAUSE = 10;
/** Milliseconds that attempts under way have to end once the service stops. */
const GRACE = 4_000;
/** An attempt that would begin later than this after its claim could outlast the lease. */
const LATEST_BEGIN = LEASE_MILLISECONDS - ATTEMPT_TIMEOUT - 5_000;

/** The status of a receiver that wants nothing more. */
const GONE = 410;

/** Attempts what is due, in the processes with the role `worker`: claim, prepare, call, record. */
@Injectable()
export class DeliveryWorker implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly alarm = new Alarm();
  private readonly slots: DeliverySlots;
  private readonly recorder: DeliveryRecorder;
  /** Companies that may have something due, in the order of their turns. */
  private waiting = new Set<string>();
  private nextLook = 0;
  private readonly inFlight = new Set<Promise<void>>();
  private readonly aborting = new AbortController();
  private isStopping = false;
  private canClaim = true;
  private stopped: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly secrets: WebhookSecrets,
    private readonly health: ReceiverHealth,
    private readonly outbound: OutboundHttp,
    private readonly notifications: Notifications,
    private readonly configuration: Configuration,
    concurrency: ConcurrencyLimits,
  ) {
    this.slots = new DeliverySlots(concurrency.create('deliveries', { slots: SLOTS }));
    this.recorder = new DeliveryRecorder(queue, this.logger);
  }

  onModuleInit(): void {
    if (!this.isWorker) return;
    this.notifications.subscribe(
      DELIVERIES_CHANNEL,
      (companyIds) => this.expect(companyIds.split(',')),
      () => {
        this.nextLook = 0;
        this.alarm.ring();
      },
    );
  }

  onApplicationBootstrap(): void {
    if (this.isWorker) this.stopped = this.run();
  }

  /**
   * Claims nothing more. Attempts under way have the same time to end as requests; then they are aborted and handed
   * back.
   */
  onModuleDestroy(): void {
    this.isStopping = true;
    this.alarm.ring();
    setTimeout(() => this.aborting.abort(), GRACE).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stopped;
    await Promise.all(this.inFlight);
    await this.health.writeSigns({ isAll: true });
  }

  /** What the service itself has broken off says nothing of the receiver. */
  private noteHealth({ claim: { companyId, webhookId }, result, attempt }: DeliveryOutcome): void {
    if (!attempt || result === 'handed-back') return;
    this.health.noteSign({ companyId, webhookId, at: attempt.at, hasFailed: result !== 'delivered' });
  }

  private get isWorker(): boolean {
    return this.configuration.processRoles.has('worker');
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      try {
        if (performance.now() >= this.nextLook) await this.look();
        await this.claim();
        this.canClaim = true;
      } catch (error) {
        if (this.canClaim) this.logger.warn(`Deliveries cannot be claimed at the moment: ${(error as Error).message}`);
        this.canClaim = false;
      }
      await delay(CLAIM_PAUSE);
      await this.alarm.sleep(Math.max(this.nextLook - performance.now(), 1));
    }
  }

  /** Company by company: what was found goes before what is due again. */
  private async look(): Promise<void> {
    this.nextLook = performance.now() + POLL_INTERVAL;
    this.slots.forgetIdle();
    this.health.forgetIdle();
    await this.health.writeSigns();
    const { due, isEmpty } = await this.queue.findDueCompanies();
    for (const companyId of due) this.waiting.add(companyId);
    const isIdle = isEmpty && !this.health.isWaiting && this.notifications.isListening;
    if (isIdle) this.nextLook += IDLE_INTERVAL - POLL_INTERVAL;
  }

  private expect(companyIds: readonly string[]): void {
    for (const companyId of companyIds) this.waiting.add(companyId);
    // What is done now may be to be tried again soon.
    this.nextLook = Math.min(this.nextLook, performance.now() + POLL_INTERVAL);
    this.alarm.ring();
  }

  /** Each waiting company gets its turn, and goes to the end of the line when it may have more. */
  private async claim(): Promise<void> {
    const rooms = this.slots.rooms(this.waiting);
    if (rooms.length === 0) return;
    // Before, not after: what is committed meanwhile makes it wait again.
    for (const { companyId } of rooms) this.waiting.delete(companyId);
    const claimedAt = performance.now();
    const { deliveries, isFull } = await this.queue.claimDeliveries(rooms);
    for (const delivery of deliveries) this.begin(delivery, claimedAt);
    const claimed = Map.groupBy(deliveries, ({ companyId }) => companyId);
    const isServed = ({ companyId, slots }: CompanyRoom) => claimed.get(companyId)?.length === slots;
    const [served, others] = [rooms.filter(isServed), rooms.filter((room) => !isServed(room))];
    if (isFull) this.waiting = new Set([...others.map(({ companyId }) => companyId), ...this.waiting]);
    this.expect(served.map(({ companyId }) => companyId));
  }

  private begin(delivery: ClaimedDelivery, claimedAt: number): void {
    const { companyId } = delivery;
    const slot = this.slots.begin(delivery);
    const ended = this.outcomeOf(delivery, claimedAt)
      .then((outcome) => {
        slot.attemptEnded();
        this.noteHealth(outcome);
        return this.recorder.record(outcome);
      })
      .finally(() => {
        slot.giveBack();
        this.inFlight.delete(ended);
        this.expect([companyId]);
      });
    this.inFlight.add(ended);
  }

  /** Not async: the data of the delivery, which can be large, is not kept until the answer comes. */
  private outcomeOf(delivery: ClaimedDelivery, claimedAt: number): Promise<DeliveryOutcome> {
    const { companyId, id, claimId, webhookId, retryDelay, url } = delivery;
    const claim = { companyId, id, claimId, webhookId, retryDelay };
    const isLate = performance.now() - claimedAt > LATEST_BEGIN;
    const withoutAttempt = { claim, attempt: null, answer: null };
    if (this.isStopping || isLate) return Promise.resolve({ ...withoutAttempt, result: 'handed-back' });
    if (!isDeliverable(delivery)) return Promise.resolve({ ...withoutAttempt, result: 'dropped' });
    const at = new Date().toISOString();
    const switchesOff = delivery.body === null;
    return this.prepare(delivery, at).then((request) => this.attempt({ claim, at, url, switchesOff }, request));
  }

  private async attempt({ claim, at, url, switchesOff }: Attempt, request?: OutboundRequest): Promise<DeliveryOutcome> {
    const { statusCode, durationMs, error, answer, retryAfter } = await this.call(url, request);
    const isBrokenOff = this.aborting.signal.aborted && statusCode === null;
    const isGone = statusCode === GONE;
    return {
      claim: { ...claim, retryDelay: delayAfter({ statusCode, retryAfter }, claim.retryDelay) },
      result: isBrokenOff ? 'handed-back' : error === null ? 'delivered' : isGone ? 'gone' : 'failed',
      ...(isGone && switchesOff && { goneUrl: url }),
      attempt: { id: claim.claimId, at, statusCode, durationMs, error },
      answer: answer || null,
    };
  }

  private async call(
    url: string,
    request?: OutboundRequest,
  ): Promise<Pick<OutboundOutcome, 'statusCode' | 'answer' | 'durationMs' | 'error' | 'retryAfter'>> {
    if (request) return this.outbound.post(url, { ...request, signal: this.aborting.signal });
    const error = 'The secret of the webhook could not be read';
    return { statusCode: null, answer: null, retryAfter: null, durationMs: 0, error };
  }

  private async prepare(delivery: DeliverableDelivery, at: string): Promise<OutboundRequest | undefined> {
    const sealed = { ...delivery, id: delivery.webhookId };
    try {
      const webhook = { secrets: this.secrets.openSecrets(sealed), headers: this.secrets.openHeaders(sealed) };
      return await deliveryRequest({ ...delivery, at }, webhook);
    } catch (error) {
      this.logger.error(
        `The secrets of webhook ${delivery.webhookId} cannot be decrypted: ${(error as Error).message}`,
      );
      return undefined;
    }
  }
}

interface Attempt {
  readonly claim: DeliveryClaim;
  readonly at: string;
  readonly url: string;
  /** A ping never does, whatever is answered. */
  readonly switchesOff: boolean;
}

type DeliverableDelivery = ClaimedDelivery & { occurredAt: string };

/** Whether its webhook is there and active, and its event too. */
function isDeliverable(delivery: ClaimedDelivery): delivery is DeliverableDelivery {
  return delivery.active === true && delivery.occurredAt !== null;
}
