import type { TransactionContext } from '../company-scope/request-context.js';
import type { Database, Statement } from '../database/database.js';
import { LONGEST_TEXT, shortened } from './changes.js';

interface Known {
  readonly day: string;
  bytes: number;
  /** When it was read, as `performance.now()` tells. */
  readonly at: number;
}

/** Milliseconds for which what was read is believed; what this process adds meanwhile is known. */
const TRUSTED = 1_000;
/** Bytes that others cannot have added meanwhile. */
const FAR = 64 * 1024 * 1024;
/** Companies that are remembered. */
const MOST_KNOWN = 10_000;

const SELECT_VOLUME: Statement = {
  name: 'event-volume',
  text: 'SELECT volume AS bytes, volume_day::text AS day FROM event_positions WHERE company_id = $1',
};

/**
 * How much a company's events of today take. From the one that passes the limit, long texts stand in
 * events by their beginnings.
 */
export class EventVolume {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly database: Database,
    private readonly limit: number,
  ) {}

  /** Whether there is room for an event that has a long text; `bytes` are those of its transaction with it. */
  async hasRoom(tx: TransactionContext, bytes: number): Promise<boolean> {
    const before = this.believed(tx.companyId) ?? (await this.read(tx));
    return before + bytes <= this.limit;
  }

  /** The company has written so many bytes more. */
  add(companyId: string, bytes: number): void {
    const known = this.known.get(companyId);
    if (known) known.bytes += bytes;
  }

  /** Undefined when it has to be read: others may have added much, and it is not far from the limit. */
  private believed(companyId: string): number | undefined {
    const known = this.known.get(companyId);
    const isFresh = known?.day === today() && performance.now() - known.at < TRUSTED;
    return isFresh && known.bytes + FAR < this.limit ? known.bytes : undefined;
  }

  private async read(tx: TransactionContext): Promise<number> {
    const row = await this.database.row<{ bytes: number; day: string }>(tx, SELECT_VOLUME, [tx.companyId]);
    const bytes = row?.day === today() ? row.bytes : 0;
    if (this.known.size >= MOST_KNOWN) this.known.clear();
    this.known.set(tx.companyId, { day: today(), bytes, at: performance.now() });
    return bytes;
  }
}

/** In UTC. */
export function today(): string {
  return new Date().toISOString().slice(0, 10);
}

/** Whether the data has a text of more than 1,000 characters. */
export function hasLongText(value: unknown): boolean {
  if (typeof value === 'string') return value.length > LONGEST_TEXT;
  return typeof value === 'object' && value !== null && Object.values(value).some(hasLongText);
}

/** The data with the beginnings of its long texts, and a mark that says so. */
export function withShortTexts(data: object): object {
  return { ...(shortenedIn(data) as object), textsTruncated: true };
}

function shortenedIn(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(shortenedIn);
  if (typeof value !== 'object' || value === null) return shortened(value);
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortenedIn(member)]));
}
