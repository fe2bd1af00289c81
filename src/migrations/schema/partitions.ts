/** How much of its time one partition of a table holds. */
type Span = 'day' | 'month';

const DAY = 86_400_000;

/** Milliseconds that partitions are made ahead for: what the service wants, and a day. */
const AHEAD = 8 * DAY;

/** The tables that only grow. Each is partitioned by the time in its ids, which are UUID v7; retention drops old partitions. */
const SPANS: Readonly<Record<string, Span>> = {
  events: 'day',
  webhook_deliveries: 'day',
  api_key_requests: 'day',
  task_activity: 'month',
  virtual_colleague_runs: 'month',
  virtual_colleague_activity: 'month',
};

/** Rows of deliveries change several times, and then never again. */
const STORAGE: Readonly<Record<string, string>> = {
  webhook_deliveries: ' WITH (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.05)',
};

/**
 * Statements that make the partitions of a new database at the moment `now`: the first, for all ids from before, and those of the next
 * days. The service makes the later ones. The audit log begins with one partition.
 */
export function firstPartitions(now: number): string[] {
  const log = ['audit_entries', 'audit_people'].map((table) => first(table, nextStart('month', now)));
  return [...Object.entries(SPANS).flatMap(([table, span]) => partitionsOf(table, span, now)), ...log];
}

function partitionsOf(table: string, span: Span, now: number): string[] {
  const statements = [first(table, startOf(span, now))];
  for (let from = startOf(span, now); from < now + AHEAD; from = nextStart(span, from)) {
    const day = new Date(from).toISOString().slice(0, 10).replaceAll('-', '');
    statements.push(partition(table, `p${day}`, `'${lowestUuidAt(from)}'`, nextStart(span, from)));
  }
  return statements;
}

const first = (table: string, end: number) => partition(table, 'first', 'MINVALUE', end);

function partition(table: string, suffix: string, from: string, end: number): string {
  return `CREATE TABLE ${table}_${suffix} PARTITION OF ${table}
    FOR VALUES FROM (${from}) TO ('${lowestUuidAt(end)}')${STORAGE[table] ?? ''}`;
}

function startOf(span: Span, moment: number): number {
  const date = new Date(moment);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), span === 'month' ? 1 : date.getUTCDate());
}

function nextStart(span: Span, moment: number): number {
  const date = new Date(startOf(span, moment));
  return span === 'month' ? Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1) : date.getTime() + DAY;
}

/** The lowest UUID v7 of that moment, Unix time in milliseconds. */
function lowestUuidAt(moment: number): string {
  const hex = moment.toString(16).padStart(12, '0') + '0'.repeat(20);
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}
