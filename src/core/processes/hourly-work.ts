import {
  type BeforeApplicationShutdown,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { Cron, CronExpression } from '@nestjs/schedule';
import { Configuration, type ProcessRole } from '#config/configuration.js';
import { decoratedMethods } from './decorated-methods.js';

const MINUTES = 60;

interface Hourly {
  /** Whose processes do it; left out: every process. */
  readonly role?: ProcessRole;
}

/** Has a method of a provider called every hour, at a minute of its own. What fails is tried again an hour later. */
export const EveryHour = DiscoveryService.createDecorator<Hourly>();

interface Task {
  readonly className: string;
  readonly call: () => unknown;
}

/**
 * Does what is done every hour, spread over the hour. All at once would be a burst of statements, which on Citus each
 * go to all nodes.
 */
@Injectable()
export class HourlyWork implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private readonly logger = new Logger(HourlyWork.name);
  private tasks: readonly Task[] = [];
  private underWay = Promise.resolve();
  private isStopping = false;

  constructor(
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly configuration: Configuration,
  ) {}

  onApplicationBootstrap(): void {
    const { processRoles } = this.configuration;
    this.tasks = decoratedMethods(EveryHour, this.discovery, this.scanner)
      .filter(({ given: { role } }) => role === undefined || processRoles.has(role))
      .toSorted((one, other) => (one.className < other.className ? -1 : 1));
  }

  /** From now on, nothing is begun. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.underWay;
  }

  @Cron(CronExpression.EVERY_MINUTE)
  async run(): Promise<void> {
    await this.runMinute(new Date().getMinutes());
  }

  /** Does what has this minute of the hour, after what an earlier one has begun. */
  async runMinute(minute: number): Promise<void> {
    const tasks = this.tasks.filter((_task, index) => this.minuteOf(index) === minute);
    for (const task of tasks) this.underWay = this.underWay.then(() => this.attempt(task));
    await this.underWay;
  }

  private minuteOf(index: number): number {
    return Math.floor((index * MINUTES) / this.tasks.length);
  }

  private async attempt({ className, call }: Task): Promise<void> {
    if (this.isStopping) return;
    try {
      await call();
    } catch (error) {
      this.logger.warn(`${className} failed, the next try is in an hour: ${(error as Error).message}`);
    }
  }
}
