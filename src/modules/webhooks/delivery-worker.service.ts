import { setTimeout as delay } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { Notifications } from '../../core/database/notifications.js';
import { OutboundHttp, type OutboundOutcome, type OutboundRequest } from '../../core/outbound/outbound-http.js';
import { Alarm } from './alarm.js';
import { DELIVERIES_CHANNEL } from './delivery-hints.service.js';
import {
  type ClaimedDelivery,
  type DeliveryOutcome,
  DeliveryQueue,
  LEASE_MILLISECONDS,
} from './delivery-queue.service.js';
import { DeliveryRecorder } from './delivery-recorder.js';
import { ATTEMPT_TIMEOUT, deliveryRequest } from './delivery-request.js';
import { PLACES, ReceiverPace } from './receiver-pace.js';
import { WebhookSecrets } from './webhook-secrets.service.js';

/** Milliseconds between two looks while no hint comes: hints can be missed, looks cannot. */
const POLL_INTERVAL = 500;
/** Milliseconds between two claims, in which enough comes together for one statement. */
const CLAIM_PAUSE = 10;
/** Milliseconds that attempts under way have to end once the service stops. */
const GRACE = 4_000;
/** An attempt that would begin later than this after its claim could outlast the lease. */
const LATEST_BEGIN = LEASE_MILLISECONDS - ATTEMPT_TIMEOUT - 5_000;

/** Attempts what is due, in the processes with the role `worker`: claim, prepare, call, record (decisions 9). */
@Injectable()
export class DeliveryWorker implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(DeliveryWorker.name);
  private readonly alarm = new Alarm();
  private readonly pace = new ReceiverPace();
  private readonly recorder: DeliveryRecorder;
  private readonly inFlight = new Set<Promise<void>>();
  private readonly aborting = new AbortController();
  private isStopping = false;
  private canClaim = true;
  private stopped: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly secrets: WebhookSecrets,
    private readonly outbound: OutboundHttp,
    private readonly notifications: Notifications,
    private readonly configuration: Configuration,
  ) {
    this.recorder = new DeliveryRecorder(queue, this.logger);
  }

  onModuleInit(): void {
    const ring = () => this.alarm.ring();
    if (this.isWorker) this.notifications.subscribe(DELIVERIES_CHANNEL, ring, ring);
  }

  onApplicationBootstrap(): void {
    if (this.isWorker) this.stopped = this.run();
  }

  /** Claims nothing more; what is under way may end while requests do, and is then broken off and handed back. */
  onModuleDestroy(): void {
    this.isStopping = true;
    this.alarm.ring();
    setTimeout(() => this.aborting.abort(), GRACE).unref();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stopped;
    await Promise.all(this.inFlight);
  }

  private get isWorker(): boolean {
    return this.configuration.processRoles.has('worker');
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      await this.claim();
      await delay(CLAIM_PAUSE);
      await this.alarm.sleep(POLL_INTERVAL);
    }
  }

  private async claim(): Promise<void> {
    const room = this.pace.room(PLACES - this.inFlight.size);
    if (room.total === 0) return;
    const claimedAt = performance.now();
    try {
      const deliveries = await this.queue.claim(room);
      this.canClaim = true;
      for (const delivery of deliveries) this.begin(delivery, claimedAt);
      // There may be more.
      if (deliveries.length === room.total) this.alarm.ring();
    } catch (error) {
      if (this.canClaim) this.logger.warn(`Deliveries cannot be claimed at the moment: ${(error as Error).message}`);
      this.canClaim = false;
    }
  }

  private begin(delivery: ClaimedDelivery, claimedAt: number): void {
    const start = performance.now();
    this.pace.begin(delivery.webhookId);
    const ended = this.attempt(delivery, claimedAt)
      .then((outcome) => {
        this.pace.end(delivery.webhookId, performance.now() - start);
        return this.recorder.record(outcome);
      })
      .finally(() => {
        this.inFlight.delete(ended);
        this.alarm.ring();
      });
    this.inFlight.add(ended);
  }

  private async attempt(delivery: ClaimedDelivery, claimedAt: number): Promise<DeliveryOutcome> {
    const isLate = performance.now() - claimedAt > LATEST_BEGIN;
    if (this.isStopping || isLate) return { delivery, result: 'handed-back', attempt: null };
    if (!isDeliverable(delivery)) return { delivery, result: 'dropped', attempt: null };
    const at = new Date().toISOString();
    const { statusCode, durationMs, error } = await this.call(delivery);
    const isBrokenOff = this.aborting.signal.aborted && statusCode === null;
    return {
      delivery,
      result: isBrokenOff ? 'handed-back' : error === null ? 'delivered' : 'failed',
      attempt: { id: delivery.claimId, at, statusCode, durationMs, error },
    };
  }

  private async call(delivery: DeliverableDelivery): Promise<OutboundOutcome> {
    const request = this.prepare(delivery);
    if (request) return this.outbound.post(delivery.url, { ...request, signal: this.aborting.signal });
    return { statusCode: null, durationMs: 0, error: 'The secret of the webhook could not be read' };
  }

  private prepare(delivery: DeliverableDelivery): OutboundRequest | undefined {
    const sealed = { ...delivery, id: delivery.webhookId };
    try {
      return deliveryRequest(delivery, this.secrets.openSecret(sealed), this.secrets.openHeaders(sealed));
    } catch (error) {
      this.logger.error(`The secrets of webhook ${delivery.webhookId} do not open: ${(error as Error).message}`);
      return undefined;
    }
  }
}

type DeliverableDelivery = ClaimedDelivery & { occurredAt: string; data: string };

/** Whether its webhook is there and active, and its event too. */
function isDeliverable(delivery: ClaimedDelivery): delivery is DeliverableDelivery {
  return delivery.active === true && delivery.data !== null && delivery.occurredAt !== null;
}
