import { setTimeout as delay } from 'node:timers/promises';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
  type OnModuleDestroy,
  type OnModuleInit,
} from '@nestjs/common';
import { Configuration } from '../../../config/configuration.js';
import { Notifications } from '../../../core/database/notifications.js';
import { EVENTS_CHANNEL } from '../../../core/events/event-hints.js';
import { InboxLog } from './inbox-log.js';
import { InboxReader } from './inbox-reader.js';

/** Milliseconds between two looks: hints can be missed, looks cannot. */
const POLL_INTERVAL = 500;
const PAUSE = 10;

/** Reads the log in the processes with the role `worker`, company by company, each batch in turn. */
@Injectable()
export class InboxWorker implements OnModuleInit, OnApplicationBootstrap, OnModuleDestroy, OnApplicationShutdown {
  private readonly logger = new Logger(InboxWorker.name);
  /** Companies that may have new rows, in the order of their turns. */
  private readonly waiting = new Set<string>();
  private nextLook = 0;
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
      try {
        if (performance.now() >= this.nextLook) await this.look();
        await this.readNext();
        this.hasWarned = false;
      } catch (error) {
        if (!this.hasWarned) this.logger.warn(`The inbox cannot be written at the moment: ${(error as Error).message}`);
        this.hasWarned = true;
        await delay(POLL_INTERVAL);
      }
      if (this.waiting.size === 0) await this.sleep(Math.max(this.nextLook - performance.now(), PAUSE));
    }
  }

  private async look(): Promise<void> {
    this.nextLook = performance.now() + POLL_INTERVAL;
    for (const companyId of await this.log.findBehind()) this.waiting.add(companyId);
  }

  private async readNext(): Promise<void> {
    const [companyId] = this.waiting;
    if (companyId === undefined) return;
    this.waiting.delete(companyId);
    if (await this.reader.read(companyId)) this.waiting.add(companyId);
  }

  private async sleep(milliseconds: number): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    this.wake = () => undefined;
  }
}
