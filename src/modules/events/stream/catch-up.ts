import { webcrypto } from 'node:crypto';
import { utf8Bytes } from '#common/http/utf8-bytes.js';
import type { EventPage } from '../event-log.repository.js';
import type { EventReader } from '../event-view.js';
import { frameOf, type Piece } from './event-stream.js';

/** Bytes that are written to a client that catches up before it is someone else's turn. */
export const PIECE = 64 * 1024;

/** Most events that are read for a turn. */
const MOST_EVENTS = 200;

/** A page of events, and who is to see them. */
export interface ReadPage {
  readonly page: Pick<EventPage, 'rows' | 'next' | 'hasMore'>;
  readonly reader: EventReader;
}

/** How many bytes of large events a process keeps while they are written, so that they are not read again for each piece. */
export class FrameRoom {
  constructor(private left = 0) {}

  /** Whether there is room for so many bytes; they are then to be given back. */
  take(bytes: number): boolean {
    if (bytes > this.left) return false;
    this.left -= bytes;
    return true;
  }

  giveBack(bytes: number): void {
    this.left += bytes;
  }
}

/**
 * Milliseconds that a large event is kept: then it is read again, for the reader may no longer reach it, and
 * one that reads nothing needs no memory for it.
 */
const KEPT_FOR = 500;

/** How far a large event has been written. */
interface Amid {
  readonly sent: number;
  readonly digest: string;
}

/**
 * What a client is to catch up with, in pieces. Between two pieces nothing is kept but how far it has come, and a large event
 * while there is room: what clients that read nothing wait for takes no more memory than that.
 */
export class CatchUp {
  private amid: Amid | undefined;
  private kept: { readonly frame: Buffer; readonly position: number; readonly timer: NodeJS.Timeout } | undefined;
  /** Events that are read for the next turn: about as many as fit. */
  private limit = MOST_EVENTS;

  /** `read` reads the events after a position, at least one, and at most so many. */
  constructor(
    private position: number,
    private readonly read: (after: number, limit: number) => Promise<ReadPage>,
    private readonly room = new FrameRoom(),
  ) {}

  /** @throws Error when an event has changed after a part of it was written */
  async next(): Promise<Piece> {
    if (this.kept) return this.part(this.kept.frame, this.kept.position);
    const { page, reader } = await this.read(this.position, this.limit);
    const frames: string[] = [];
    let length = 0;
    for (const row of page.rows) {
      const frame = frameOf(row, reader);
      const size = Buffer.byteLength(frame);
      if (frames.length === 0 && size > PIECE) return this.part(await utf8Bytes([frame]), row.position);
      length += size;
      if (length > PIECE) {
        this.limit = frames.length;
        return this.whole(frames, true);
      }
      frames.push(frame);
      this.position = row.position;
    }
    this.position = page.next;
    this.limit = Math.min(MOST_EVENTS, 2 * this.limit);
    return this.whole(frames, page.hasMore);
  }

  /** Gives back what is kept: the stream has ended, the event is written, or its reader was slow. */
  close(): void {
    if (!this.kept) return;
    clearTimeout(this.kept.timer);
    this.room.giveBack(this.kept.frame.length);
    this.kept = undefined;
  }

  private whole(frames: readonly string[], hasMore: boolean): Piece {
    if (this.amid) throw new Error('An event has changed while it was sent');
    return { bytes: Buffer.from(frames.join('')), position: this.position, hasMore };
  }

  private async part(frame: Buffer, position: number): Promise<Piece> {
    const digest = this.kept && this.amid ? this.amid.digest : await digestOf(frame);
    const { sent, digest: before } = this.amid ?? { sent: 0, digest };
    if (digest !== before) throw new Error('An event has changed while it was sent');
    const end = sent + PIECE;
    this.limit = 1;
    const isWhole = end >= frame.length;
    this.amid = isWhole ? undefined : { sent: end, digest };
    if (isWhole) {
      this.position = position;
      this.close();
    } else if (!this.kept && this.room.take(frame.length)) {
      this.kept = { frame, position, timer: setTimeout(() => this.close(), KEPT_FOR).unref() };
    }
    // A copy: a piece that waits for its reader must not keep the whole event in memory.
    return { bytes: Buffer.from(frame.subarray(sent, end)), position: isWhole ? position : undefined, hasMore: true };
  }
}

/** Of a large event, which would hold up the event loop if it were read there. */
async function digestOf(frame: Buffer): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', frame)).toString('base64');
}
