import type { DatabaseContext } from '../company-scope/request-context.js';
import { defineHook } from '../hooks/hook.js';
import type { Span } from './spans.js';

/** Part of a table. */
export interface Partition {
  readonly name: string;
  /** Bounds of its ids; `from` is null for the first partition, which has no lower bound. */
  readonly from: string | null;
  readonly to: string;
}

/** A table that only grows, partitioned by its ids, which are UUID v7. */
export interface PartitionedTable {
  readonly name: string;
  readonly span: Span;
  /** Null: for ever. */
  readonly keepDays: number | null;
  /** Storage parameters of its partitions. */
  readonly storage?: string;
  /** Statements that complete a new partition, given its name. */
  readonly complete?: (partition: string) => readonly string[];
  /** Other tables that `beforeDrop` reads. Their writers, too, lock them before this table. */
  readonly lockFirst?: readonly string[];
  /**
   * Called before a partition is dropped. The function that it returns is called in the transaction that drops it,
   * while nobody else can use these tables. False keeps the partition for now.
   */
  readonly beforeDrop?: (partition: Partition) => Promise<(tx: DatabaseContext) => Promise<boolean>>;
}

/** At the start: the tables of a module that only grow, and how long their rows are kept. */
export const DeclaresPartitions = defineHook<() => readonly PartitionedTable[]>('partitioned tables');
