import type { ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { ReceiverPace } from './receiver-pace.js';

/** What may be claimed now of one company. */
export interface CompanyRoom {
  readonly companyId: string;
  /** Deliveries in all. */
  readonly slots: number;
  /** Deliveries by webhook; the one whose last attempt began longest ago comes first. */
  readonly known: ReadonlyMap<string, number>;
  /** Deliveries of any other webhook, which comes before these. */
  readonly unknown: number;
}

interface PlacedDelivery {
  readonly companyId: string;
  readonly webhookId: string;
  /** The size of the data of its event. */
  readonly bytes: number;
}

/** The slot of a delivery, from its claim until its outcome is written. */
interface DeliverySlot {
  /** The receiver has answered, or has not. */
  attemptEnded(): void;
  giveBack(): void;
}

interface Company {
  readonly pace: ReceiverPace;
  /** The size of the data under way. */
  bytes: number;
}

/** Attempts at once, of this process. */
export const SLOTS = 512;
/** Slots kept for companies that hold none, one each. So a new company always finds a slot. */
const LAST_SLOTS = 64;
/** Of data under way at once, in this process. */
const BYTES = 64 * 1024 * 1024;
/** Companies in one claim. */
const MOST_COMPANIES = 64;
/** Deliveries of one company in one claim: its turn. */
const TURN = 32;

/**
 * The slots for deliveries, shared by company. A company gets another slot only while it holds fewer
 * than are free: one company alone gets half, several get less each, and some are always left for the next. The bytes of
 * running attempts are shared in the same way.
 */
export class DeliverySlots {
  private readonly companies = new Map<string, Company>();
  private bytes = 0;

  constructor(
    private readonly share: ConcurrencyLimit,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /** What may be claimed now of the companies that wait; the first ones come first. */
  rooms(waiting: Iterable<string>): CompanyRoom[] {
    const rooms: CompanyRoom[] = [];
    let free = SLOTS - this.share.use.held;
    for (const companyId of waiting) {
      if (free === 0 || rooms.length === MOST_COMPANIES) break;
      const slots = this.slotsFor(companyId, free);
      if (slots === 0 || !this.hasBytesFor(companyId)) continue;
      const room = this.roomOf(companyId, slots);
      rooms.push(room);
      free -= room.slots;
    }
    return rooms;
  }

  begin({ companyId, webhookId, bytes }: PlacedDelivery): DeliverySlot {
    const company = this.companies.get(companyId) ?? this.newCompany();
    this.companies.set(companyId, company);
    // There is room: no more is claimed than that.
    const release = this.share.tryTake(companyId);
    const start = this.now();
    company.pace.begin(webhookId);
    company.bytes += bytes;
    this.bytes += bytes;
    return {
      attemptEnded: () => company.pace.end(webhookId, this.now() - start),
      giveBack: () => {
        company.bytes -= bytes;
        this.bytes -= bytes;
        release?.();
      },
    };
  }

  /** Forgets receivers that have been idle for long. */
  forgetIdle(): void {
    for (const [companyId, { pace, bytes }] of this.companies) {
      if (pace.forgetIdle() && bytes === 0) this.companies.delete(companyId);
    }
  }

  private roomOf(companyId: string, slots: number): CompanyRoom {
    const { pace } = this.companies.get(companyId) ?? this.newCompany();
    const { total, known, unknown } = pace.freeSlots(this.heldBy(companyId), slots);
    return { companyId, slots: Math.min(total, TURN), known, unknown };
  }

  private slotsFor(companyId: string, free: number): number {
    const held = this.heldBy(companyId);
    const fair = Math.min(partOf(free, held), free - LAST_SLOTS, this.share.freeSlots(companyId));
    return Math.max(fair, held === 0 ? 1 : 0);
  }

  private hasBytesFor(companyId: string): boolean {
    const held = this.companies.get(companyId)?.bytes ?? 0;
    return held === 0 || partOf(BYTES - this.bytes, held) > 0;
  }

  private heldBy(companyId: string): number {
    return this.share.holders.get(companyId) ?? 0;
  }

  private newCompany(): Company {
    return { pace: new ReceiverPace(this.now), bytes: 0 };
  }
}

/** How much may be added to what is held until it is as much as is free. */
function partOf(free: number, held: number): number {
  return Math.ceil((free - held) / 2);
}
