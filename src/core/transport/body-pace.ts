import type { Socket } from 'node:net';

/** Milliseconds over which the bytes of a body are counted, while the service is ready to read. */
const WINDOW = 5_000;
/** Bytes that have to come in a window. */
const LEAST = 80 * 1024;

/** Ends the connection of a body that comes too slowly: fewer than 80 KiB in 5 s. */
export class BodyPace {
  private came = 0;
  private timer?: NodeJS.Timeout;

  constructor(private readonly socket: Socket) {}

  /** The service is ready to read from now on. */
  begin(): void {
    this.came = 0;
    // What came while this process itself stood still is read before the look.
    this.timer = setTimeout(() => setImmediate(() => this.look()), WINDOW).unref();
  }

  add(bytes: number): void {
    this.came += bytes;
  }

  /** The body is at its end, or the service is not ready. */
  end(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  private look(): void {
    if (this.timer === undefined) return;
    if (this.came < LEAST) this.socket.destroy();
    else this.begin();
  }
}
