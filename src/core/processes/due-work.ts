import {
  type BeforeApplicationShutdown,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { DiscoveryService, MetadataScanner } from '@nestjs/core';
import { Interval } from '@nestjs/schedule';
import { Configuration, type ProcessRole } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '../company-scope/request-context.js';
import { Database, type Statement } from '../database/database.js';
import { decoratedMethods } from './decorated-methods.js';
import { LeasedWorker } from './leased-worker.js';

/** Milliseconds between two looks while something was due. */
const INTERVAL = 1_000;
/** Every second look is left out while nothing is. */
const IDLE_LOOKS = 2;

interface Due {
  readonly role: ProcessRole;
  /** SQL that selects the companies with something due, by an index: while nothing is, it reads no row. `NOW_HERE` is the moment. */
  readonly companies: string;
}

/** The moment by the clock of this process, in the SQL of what is due; `now()` is that of the database. */
export const NOW_HERE = '$1::timestamptz';

/** Has a method of a provider called when something is due; it finds out what, and may be called when nothing is. */
export const WhenDue = DiscoveryService.createDecorator<Due>();

interface Task extends Due {
  readonly run: () => unknown;
}

/**
 * Asks every second or two, in one statement, which work is due in the roles of this process. So idle tasks cost nothing of
 * their own, and on Citus one statement over all nodes serves all of them.
 */
@Injectable()
export class DueWork implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  private tasks: readonly Task[] = [];
  private statement?: Statement;
  private looking: Promise<readonly Task[]> | undefined;
  private isStopping = false;
  /** Looks that found nothing, since the last that did. */
  private idle = 0;

  constructor(
    private readonly database: Database,
    private readonly discovery: DiscoveryService,
    private readonly scanner: MetadataScanner,
    private readonly configuration: Configuration,
  ) {}

  onApplicationBootstrap(): void {
    this.tasks = this.find().filter(({ role }) => this.configuration.processRoles.has(role));
    const looks = this.tasks.map(
      ({ companies }, index) => `SELECT company_id, ${index} AS task FROM (${companies}) c${index}`,
    );
    if (looks.length > 0) {
      this.statement = {
        name: 'due-work',
        text: `SELECT DISTINCT task FROM (${looks.join('\n  UNION ALL ')}) due
  WHERE ${NOW_HERE} IS NOT NULL`,
      };
    }
  }

  /** From now on, nothing is looked for. */
  onModuleDestroy(): void {
    this.isStopping = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.looking;
  }

  @Interval(INTERVAL)
  async look(): Promise<void> {
    if (!this.statement || this.looking || this.isStopping) return;
    this.idle += 1;
    if (this.idle > 1 && this.idle % IDLE_LOOKS === 0) return;
    this.looking = this.findDue(this.statement);
    const due = await this.looking;
    this.looking = undefined;
    if (due.length > 0) this.idle = 0;
    for (const task of due) void task.run();
  }

  /** All tasks when that cannot be found out: each says what hinders it. */
  private async findDue(statement: Statement): Promise<readonly Task[]> {
    try {
      const rows = await this.database.rows<{ task: number }>(OWN_WORK_CONTEXT, statement, [new Date().toISOString()]);
      return this.tasks.filter((_task, index) => rows.some(({ task }) => task === index));
    } catch {
      return this.tasks;
    }
  }

  private find(): Task[] {
    const workers = this.discovery.getProviders().flatMap(({ instance }) => {
      if (!(instance instanceof LeasedWorker)) return [];
      const { role, companies } = instance.options;
      return companies === undefined ? [] : [{ role, companies, run: () => instance.wake() }];
    });
    const methods = decoratedMethods(WhenDue, this.discovery, this.scanner);
    return [...workers, ...methods.map(({ given, call }) => ({ ...given, run: call }))];
  }
}
