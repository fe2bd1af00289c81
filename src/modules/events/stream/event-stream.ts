import type { ServerResponse } from 'node:http';
import type { EventRow } from '../event-log.repository.js';
import { type EventReader, eventText } from '../event-view.js';

/** Milliseconds between two comments, which keep proxies and clients from giving up. */
const COMMENT_INTERVAL = 15_000;
/** Bytes that may wait for the client. */
const MOST_UNSENT = 256 * 1024;
/** Milliseconds in which a client that catches up has to take something. */
const PATIENCE = 30_000;

/** What is written at once to a client that catches up. */
export interface Piece {
  readonly bytes: Buffer;
  /** What the client has read then; undefined amid an event. */
  readonly position: number | undefined;
  /** Whether there may be more. */
  readonly hasMore: boolean;
}

/** An event as it goes over the wire to the reader. */
export function frameOf(row: EventRow, reader: EventReader): string {
  return `id: ${row.position}\nevent: ${row.name}\ndata: ${eventText(row, reader)}\n\n`;
}

/** What one client reads, from the first byte to the last. */
export class EventStream {
  private readonly comments: NodeJS.Timeout;
  /** The position that the client knows of. */
  private told: number;
  private wasFull = false;
  private isAmidEvent = false;
  /** What waits for the end of an event that is being sent. */
  private readonly news: string[] = [];

  /** Has read everything up to `position`. */
  constructor(
    private readonly response: ServerResponse,
    public position: number,
  ) {
    this.told = position;
    if (this.isOpen) this.response.write(`id: ${position}\n\n`);
    this.comments = setInterval(() => this.comment(), COMMENT_INTERVAL).unref();
    this.response.once('close', () => clearInterval(this.comments));
  }

  get isOpen(): boolean {
    return !this.response.writableEnded && !this.response.destroyed;
  }

  /** Calls `listener` once when the client, or this service, has ended it. */
  onClose(listener: () => void): void {
    this.response.once('close', listener);
  }

  /** Sends frames, if there are any, to a client that keeps up: one that does not is ended, and resumes. */
  send(frames: Buffer | undefined, position: number): void {
    if (!this.isOpen) return;
    this.position = position;
    if (!frames) return;
    if (this.isFull) {
      this.response.destroy();
      return;
    }
    this.response.write(frames);
    this.told = position;
  }

  /** Sends a frame that has no position, between two events. */
  sendNews(frame: string): void {
    if (!this.isOpen) return;
    if (this.isFull) this.response.destroy();
    else if (this.isAmidEvent) this.news.push(frame);
    else this.response.write(frame);
  }

  /**
   * Sends a piece to a client that catches up. Resolves when the client has taken it, or is gone: one that takes nothing for
   * 30 s is ended.
   */
  async sendPiece({ bytes, position }: Piece): Promise<void> {
    if (bytes.length > 0) {
      await this.write(bytes);
      this.told = position ?? this.told;
    }
    this.isAmidEvent = position === undefined;
    if (position === undefined) return;
    this.position = position;
    for (const frame of this.news.splice(0)) this.sendNews(frame);
  }

  /** Ends it when too much waited at two looks in a row: a single large event may wait for one. */
  endIfFull(): void {
    if (this.wasFull && this.isFull) this.response.destroy();
    this.wasFull = this.isFull;
  }

  /** The client goes on where it stands, with new credentials or at another process. */
  end(): void {
    if (this.response.writableLength > 0) this.response.destroy();
    else this.response.end();
  }

  private get isFull(): boolean {
    return this.response.writableLength > MOST_UNSENT;
  }

  /**
   * An id without an event moves the client past events that it may not see. There is none amid an event.
   */
  private comment(): void {
    if (!this.isOpen || this.isAmidEvent) return;
    this.response.write(this.position > this.told ? `:\n\nid: ${this.position}\n\n` : ':\n\n');
    this.told = this.position;
  }

  private write(bytes: Buffer): Promise<void> {
    if (!this.isOpen) return Promise.resolve();
    this.isAmidEvent = true;
    if (this.response.write(bytes)) return Promise.resolve();
    return new Promise((resolve) => {
      let unsent = this.response.writableLength;
      const timer = setInterval(() => {
        if (this.response.writableLength === unsent) this.response.destroy();
        unsent = this.response.writableLength;
      }, PATIENCE).unref();
      const done = () => {
        clearInterval(timer);
        this.response.off('drain', done).off('close', done);
        resolve();
      };
      this.response.on('drain', done).on('close', done);
    });
  }
}
