import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { Notifications } from '#core/database/pool/notifications.js';
import { EVENTS_CHANNEL } from '#core/events/event-hints.js';
import { LeasedWorker, type Leaving } from '#core/processes/leased-worker.js';
import { InboxLogRepository, LEASE_SECONDS, type LogLease } from './inbox-log.repository.js';
import { InboxReader } from './inbox-reader.js';

/** Milliseconds between two looks while no hint can come. */
const POLL_INTERVAL = 500;
/** The same while hints come, which may be missed: a look reads on where the last one ended, and so costs the same with many companies. */
const HEARING_INTERVAL = 30_000;
/** Milliseconds in which the events of a busy company come together, to be read in one transaction. */
const GATHERING = 150;
/** Companies whose logs are read at the same time: each waits for the database most of its time. */
const SLOTS = 4;

/** Reads the log in the processes with the role `worker`, company by company, each batch in turn. */
@Injectable()
export class InboxWorker extends LeasedWorker<LogLease> implements OnApplicationBootstrap {
  /** Companies that may have new rows, in the order of their turns. */
  private readonly waiting = new Set<string>();
  /** Those whose events come together, until `gathered`. */
  private gathering = new Set<string>();
  private gathered: NodeJS.Timeout | undefined;
  /** Those that this process reads: a hint waits until it has. */
  private readonly reading = new Set<string>();
  /** Those that another process reads: it may die. */
  private readonly held = new Set<string>();
  private nextLook = 0;
  private polling: Promise<void> | undefined;
  /** A look at all companies, as after a start and wherever hints were missed. */
  private looksAtAll = true;
  private lastLookedAt: string | undefined;
  private hasWarned = false;

  constructor(
    private readonly log: InboxLogRepository,
    private readonly reader: InboxReader,
    private readonly notifications: Notifications,
  ) {
    super({ name: 'inbox', role: 'worker', slots: SLOTS });
  }

  override onModuleInit(): void {
    super.onModuleInit();
    if (!this.isWorker) return;
    const expect = (companyIds: string) => this.gather(companyIds.split(','));
    this.notifications.subscribe(EVENTS_CHANNEL, expect, () => {
      this.looksAtAll = true;
      this.nextLook = 0;
      void this.poll();
    });
  }

  onApplicationBootstrap(): void {
    void this.poll();
  }

  override async beforeApplicationShutdown(): Promise<void> {
    await this.polling;
    await super.beforeApplicationShutdown();
  }

  @Interval(POLL_INTERVAL)
  async poll(): Promise<void> {
    if (!this.isWorker || this.isStopping || this.polling || performance.now() < this.nextLook) return;
    this.polling = this.lookForCompanies();
    await this.polling;
    this.polling = undefined;
  }

  private async lookForCompanies(): Promise<void> {
    try {
      this.gather(await this.findBehind());
      this.hasWarned = false;
    } catch (error) {
      if (!this.hasWarned) this.logger.warn(`The inbox cannot be written at the moment: ${(error as Error).message}`);
      this.hasWarned = true;
      this.nextLook = 0;
    }
  }

  protected async take(most: number): Promise<LogLease[]> {
    const taken: LogLease[] = [];
    for (const companyId of this.waiting) {
      if (taken.length === most) break;
      if (this.reading.has(companyId)) continue;
      this.waiting.delete(companyId);
      const lease = await this.claim(companyId).catch((error: unknown) => {
        // What is taken is read.
        if (taken.length === 0) throw error;
      });
      if (!lease) continue;
      this.reading.add(companyId);
      taken.push(lease);
    }
    return taken;
  }

  /** Reads on while nobody else waits. */
  protected async step(lease: LogLease, signal: AbortSignal): Promise<string> {
    const mayGoOn = () => this.waiting.size === 0 && !signal.aborted;
    try {
      let read = await this.reader.readBatch(lease, mayGoOn);
      while (read.goesOn) read = await this.reader.readBatch(lease, mayGoOn);
      if (read.hasMore) this.waiting.add(lease.companyId);
      return 'read';
    } finally {
      this.reading.delete(lease.companyId);
    }
  }

  /** The row that it was about makes no entries. */
  protected async giveUp(lease: LogLease, reason: string): Promise<void> {
    const position = await this.reader.skipRow(lease).finally(() => this.reading.delete(lease.companyId));
    this.waiting.add(lease.companyId);
    this.logger.error(`The event ${position} of the company ${lease.companyId} is in no inbox. ${reason}`);
  }

  protected async release(lease: LogLease, leaving: Leaving): Promise<void> {
    this.reading.delete(lease.companyId);
    if (leaving === 'failed') this.askLater(lease.companyId);
    await this.log.releaseLease(lease);
  }

  private async claim(companyId: string): Promise<LogLease | undefined> {
    let lease: LogLease | 'held' | undefined = 'held';
    try {
      lease = await this.log.claimLog(companyId);
    } finally {
      if (lease === 'held') this.askLater(companyId);
    }
    return lease === 'held' ? undefined : lease;
  }

  private async findBehind(): Promise<readonly string[]> {
    const { isListening } = this.notifications;
    this.nextLook = performance.now() + (isListening ? HEARING_INTERVAL : POLL_INTERVAL);
    if (this.looksAtAll || !isListening) {
      const all = await this.log.findBehind();
      this.looksAtAll = false;
      return all;
    }
    const { behind, last } = await this.log.findBehindAfter(this.lastLookedAt);
    this.lastLookedAt = last;
    return behind;
  }

  private gather(companyIds: readonly string[]): void {
    if (companyIds.length === 0) return;
    for (const id of companyIds) this.gathering.add(id);
    this.gathered ??= setTimeout(() => {
      for (const id of this.gathering) this.waiting.add(id);
      this.gathering = new Set();
      this.gathered = undefined;
      void this.wake();
    }, GATHERING).unref();
  }

  private askLater(companyId: string): void {
    if (this.held.has(companyId)) return;
    this.held.add(companyId);
    setTimeout(() => {
      this.held.delete(companyId);
      this.gather([companyId]);
    }, LEASE_SECONDS * 1_000).unref();
  }
}
