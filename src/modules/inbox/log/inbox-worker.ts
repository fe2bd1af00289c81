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
import { EVENTS_CHANNEL } from '#core/events/event-hints.js';
import { InboxLog } from './inbox-log.js';
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
export class InboxWorker implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(InboxWorker.name);
  /** Companies that may have new rows, in the order of their turns. */
  private readonly waiting = new Set<string>();
  private nextLook = 0;
  /** A look at all companies, as after a start and wherever hints were missed. */
  private looksAtAll = true;
  private lastLookedAt: string | undefined;
  private wake: () => void = () => undefined;
  private isStopping = false;
  private hasWarned = false;
  private stopped: Promise<void> = Promise.resolve();

  constructor(
    private readonly log: InboxLog,
    private readonly reader: InboxReader,
    private readonly notifications: Notifications,
    private readonly configuration: Configuration,
  ) {}

  onModuleInit(): void {
    if (!this.isWorker) return;
    const expect = (companyIds: string) => {
      for (const id of companyIds.split(',')) this.waiting.add(id);
      this.wake();
    };
    this.notifications.subscribe(EVENTS_CHANNEL, expect, () => {
      this.looksAtAll = true;
      this.nextLook = 0;
      this.wake();
    });
  }

  onApplicationBootstrap(): void {
    if (this.isWorker) this.stopped = this.run();
  }

  onModuleDestroy(): void {
    this.isStopping = true;
    this.wake();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.stopped;
  }

  private get isWorker(): boolean {
    return this.configuration.processRoles.has('worker');
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      let isBehind = false;
      try {
        if (performance.now() >= this.nextLook) await this.look();
        isBehind = await this.readRound();
        this.hasWarned = false;
      } catch (error) {
        if (!this.hasWarned) this.logger.warn(`The inbox cannot be written at the moment: ${(error as Error).message}`);
        this.hasWarned = true;
        await delay(POLL_INTERVAL);
      }
      if (!isBehind) await this.sleep(this.waiting.size > 0 ? GATHERING : this.nextLook - performance.now());
    }
  }

  private async look(): Promise<void> {
    const { isListening } = this.notifications;
    this.nextLook = performance.now() + (isListening ? HEARING_INTERVAL : POLL_INTERVAL);
    if (this.looksAtAll || !isListening) {
      for (const companyId of await this.log.findBehind()) this.waiting.add(companyId);
      this.looksAtAll = false;
      return;
    }
    const { behind, last } = await this.log.findBehindAfter(this.lastLookedAt);
    for (const companyId of behind) this.waiting.add(companyId);
    this.lastLookedAt = last;
  }

  /** Reads a batch of each waiting company. Returns whether there may be more of one. */
  private async readRound(): Promise<boolean> {
    const round = [...this.waiting].values();
    const reads = await Promise.allSettled(Array.from({ length: SLOTS }, () => this.readEach(round)));
    const failed = reads.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
    if (failed) throw failed.reason;
    return reads.some((read) => read.status === 'fulfilled' && read.value);
  }

  private async readEach(companyIds: Iterable<string>): Promise<boolean> {
    let isBehind = false;
    for (const companyId of companyIds) {
      if (this.isStopping) return false;
      this.waiting.delete(companyId);
      if (!(await this.reader.read(companyId))) continue;
      this.waiting.add(companyId);
      isBehind = true;
    }
    return isBehind;
  }

  /** A hint shortens it, the end of the service more so. */
  private async sleep(milliseconds: number): Promise<void> {
    if (this.isStopping) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, Math.max(milliseconds, GATHERING));
      this.wake = () => {
        clearTimeout(timer);
        setTimeout(resolve, this.isStopping ? 0 : GATHERING);
        this.wake = () => undefined;
      };
    });
    this.wake = () => undefined;
  }
}
