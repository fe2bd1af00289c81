import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { setTimeout as delay } from 'node:timers/promises';
import { Configuration } from '#config/configuration.js';
import { type DatabaseContext, OWN_WORK_CONTEXT } from '../company-scope/request-context.js';
import { Database } from '../database/database.js';
import { Hooks } from '../hooks/hooks.js';
import { EveryHour } from '../processes/hourly-work.js';
import { DeclaresPartitions, type Partition, type PartitionedTable } from './partition.hooks.js';
import { dayName, lowestUuidAt, momentOf, nextStart } from './spans.js';

const DAY = 86_400_000;
/** Milliseconds that partitions are made ahead for. */
const AHEAD = 7 * DAY;
/** Milliseconds that making or dropping one waits for a lock: everyone else who wants the table waits behind it. */
const LOCK_TIMEOUT = 500;
const MOST_ATTEMPTS = 5;
const RETRY_DELAY = 2_000;
/** Any number that no one else in this database locks. */
const UPKEEP_LOCK = 7_203_114_502;

/** The `Partition`s of the table `$1`, the oldest first. */
const PARTITIONS = {
  name: 'find-partitions',
  text: `SELECT c.relname AS name, bound[1] AS from, bound[2] AS to
    FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid,
      regexp_match(pg_get_expr(c.relpartbound, c.oid), 'FROM \\((?:MINVALUE|''(.*)'')\\) TO \\(''(.*)''\\)') bound
    WHERE i.inhparent = $1::regclass ORDER BY bound[2]`,
};

/** A drop locks what the table references, too. Writers lock that before the table: so does the drop. */
const REFERENCED = {
  name: 'find-referenced-tables',
  text: `SELECT DISTINCT confrelid::regclass::text AS name FROM pg_constraint
    WHERE conrelid = $1::regclass AND contype = 'f' ORDER BY 1`,
};

/** Makes the partitions of the next 7 days, and drops those that are no longer kept: at the start, and every hour. */
@Injectable()
export class Partitions implements OnApplicationBootstrap, OnModuleDestroy, BeforeApplicationShutdown {
  @Inject() private readonly hooks: Hooks;
  private readonly logger = new Logger(Partitions.name);
  /** What the start has begun. */
  private dropping: Promise<void> | undefined;
  private isStopping = false;

  constructor(
    private readonly database: Database,
    private readonly configuration: Configuration,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.makeAll();
    this.dropping = this.dropAll();
  }

  onModuleDestroy(): void {
    this.isStopping = true;
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.dropping;
  }

  @EveryHour({})
  async run(): Promise<void> {
    await this.makeAll();
    await this.dropAll();
  }

  private get tables(): readonly PartitionedTable[] {
    return this.hooks.declarations(DeclaresPartitions).flat();
  }

  private async makeAll(): Promise<void> {
    for (const table of this.tables) await this.retried(`${table.name} gets no new partitions`, () => this.make(table));
  }

  private async dropAll(): Promise<void> {
    if (!this.configuration.processRoles.has('scheduler')) return;
    for (const table of this.tables) {
      await this.retried(`${table.name} keeps old partitions`, () => this.drop(table));
    }
  }

  /** Of several processes one makes them, and the others find them. */
  private async make(table: PartitionedTable): Promise<void> {
    const horizon = Date.now() + AHEAD;
    if ((await this.endOf(OWN_WORK_CONTEXT, table)) >= horizon) return;
    await this.database.transaction(OWN_WORK_CONTEXT, async (tx) => {
      await this.limitWaits(tx);
      await this.database.execute(tx, { text: `SELECT pg_advisory_xact_lock(${UPKEEP_LOCK})` });
      let from = await this.endOf(tx, table);
      while (from < horizon) from = await this.makeNext(tx, table, from);
    });
  }

  /**
   * After a long standstill the next partition reaches from the end of the last one to the end of the present span.
   * Returns its end.
   */
  private async makeNext(tx: DatabaseContext, table: PartitionedTable, from: number): Promise<number> {
    const { name, span } = table;
    const end = nextStart(span, Math.max(from, Date.now()));
    const bounds = `FROM ('${lowestUuidAt(from)}') TO ('${lowestUuidAt(end)}')`;
    await this.create(tx, table, `${name}_p${dayName(from)}`, bounds);
    return end;
  }

  private async drop(table: PartitionedTable): Promise<void> {
    if (table.keepDays === null) return;
    const cutoff = Date.now() - table.keepDays * DAY;
    for (const partition of await this.find(OWN_WORK_CONTEXT, table)) {
      if (!(await this.isOld(OWN_WORK_CONTEXT, partition, cutoff))) continue;
      const confirm = await table.beforeDrop?.(partition);
      await this.database.transaction(OWN_WORK_CONTEXT, async (tx) => {
        await this.limitWaits(tx);
        await this.lock(tx, table);
        if (!(await this.isOld(tx, partition, cutoff)) || (confirm && !(await confirm(tx)))) return;
        await this.database.execute(tx, { text: `DROP TABLE ${partition.name}` });
        await this.extendFirst(tx, table);
      });
    }
  }

  /** The first partition has no lower bound and may be empty, so its rows decide. */
  private async isOld(context: DatabaseContext, partition: Partition, cutoff: number): Promise<boolean> {
    const isPast = momentOf(partition.to) <= cutoff;
    if (partition.from !== null) return isPast;
    if (!(await this.holds(context, partition))) return false;
    return isPast || !(await this.holds(context, partition, `WHERE id >= '${lowestUuidAt(cutoff)}'`));
  }

  private async holds(context: DatabaseContext, { name }: Partition, where = ''): Promise<boolean> {
    return (await this.database.row(context, { text: `SELECT 1 FROM ${name} ${where} LIMIT 1` })) !== undefined;
  }

  private async lock(tx: DatabaseContext, { name, lockFirst = [] }: PartitionedTable): Promise<void> {
    const referenced = await this.database.rows<{ name: string }>(tx, REFERENCED, [name]);
    const tables = [...referenced.map((table) => table.name), ...lockFirst, name].join();
    await this.database.execute(tx, { text: `LOCK TABLE ${tables} IN ACCESS EXCLUSIVE MODE` });
  }

  /** After a drop, an empty partition in front of the others takes rows with older ids. */
  private async extendFirst(tx: DatabaseContext, table: PartitionedTable): Promise<void> {
    const [first, second] = (await this.find(tx, table)) as [Partition, Partition];
    if (first.from === null) {
      if (await this.holds(tx, first)) return;
      await this.database.execute(tx, { text: `DROP TABLE ${first.name}` });
    }
    await this.create(tx, table, `${table.name}_first`, `FROM (MINVALUE) TO ('${first.from ?? second.from}')`);
  }

  /**
   * It is attached when it is complete: so it is there for everyone at once, nobody has waited meanwhile, and Citus makes all
   * of it on the nodes, too.
   */
  private async create(tx: DatabaseContext, table: PartitionedTable, partition: string, bounds: string): Promise<void> {
    const { name, complete } = table;
    const statements = [
      `CREATE TABLE ${partition} (LIKE ${name} INCLUDING ALL) ${storageOf(table)}`,
      ...(complete?.(partition) ?? []),
      `ALTER TABLE ${name} ATTACH PARTITION ${partition} FOR VALUES ${bounds}`,
    ];
    for (const text of statements) await this.database.execute(tx, { text });
  }

  private async endOf(context: DatabaseContext, table: PartitionedTable): Promise<number> {
    const last = (await this.find(context, table)).at(-1);
    if (!last) throw new Error(`${table.name} has no partition`);
    return momentOf(last.to);
  }

  private find(context: DatabaseContext, { name }: PartitionedTable): Promise<Partition[]> {
    return this.database.rows<Partition>(context, PARTITIONS, [name]);
  }

  private async limitWaits(tx: DatabaseContext): Promise<void> {
    await this.database.execute(tx, { text: `SET LOCAL lock_timeout = ${LOCK_TIMEOUT}` });
  }

  /** A wait for a lock ends soon, so the work is tried a few times now, and again in an hour. */
  private async retried(what: string, work: () => Promise<void>): Promise<void> {
    for (let attempt = 1; attempt <= MOST_ATTEMPTS && !this.isStopping; attempt += 1) {
      try {
        await work();
        return;
      } catch (error) {
        if (this.isStopping) return;
        if (attempt === MOST_ATTEMPTS) this.logger.warn(`${what}: ${(error as Error).message}`);
        else await delay(RETRY_DELAY, undefined, { ref: false });
      }
    }
  }
}

function storageOf({ storage }: PartitionedTable): string {
  return storage ? `WITH (${storage})` : '';
}
