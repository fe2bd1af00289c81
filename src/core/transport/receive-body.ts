import type { IncomingMessage, ServerResponse } from 'node:http';
import { type AppError, InvalidInputError } from '../../common/errors/app-error.js';
import type { Release } from '../concurrency-limits/concurrency-limit.js';
import { BodyBytes } from './body-bytes.js';
import { BodyPace } from './body-pace.js';

/** How much of a body is read. */
export interface Admission {
  /** Most bytes; 0: none of it is read, because the request is refused anyway. */
  readonly limit: number;
  /** Why a larger one is refused. */
  readonly tooLarge?: string;
  /** Bytes that need no slot. */
  readonly freeOfSlots?: number;
  readonly takeSlot?: () => Promise<Release>;
  /** The response to a client whose connection closes after it. */
  readonly response: ServerResponse | undefined;
}

type Callback = (bytes: Buffer, refusal?: AppError) => void;

/** Milliseconds that a client may go on sending after its answer, before its connection is closed. */
const LINGER = 2_000;

/**
 * Calls back with all bytes of a body, or with the reason for its refusal as soon as that is known. Bytes of a refused body
 * are thrown away as they arrive. Never calls back for a body that breaks off: nobody is left to answer.
 */
export function receiveBody(payload: IncomingMessage, admission: Admission, callback: Callback): void {
  new BodyReceiver(payload, admission, callback).begin();
}

class BodyReceiver {
  private readonly body = new BodyBytes();
  private readonly pace: BodyPace;
  private slot: Promise<Release> | undefined;
  private isRefused = false;

  constructor(
    private readonly payload: IncomingMessage,
    private readonly admission: Admission,
    private readonly callback: Callback,
  ) {
    this.pace = new BodyPace(payload.socket);
  }

  begin(): void {
    const { payload, admission } = this;
    this.pace.begin();
    payload.on('data', (chunk: Buffer) => this.add(chunk));
    payload.on('end', () => {
      this.pace.end();
      if (!this.isRefused) this.callback(this.body.toBuffer());
    });
    payload.once('close', () => {
      this.pace.end();
      this.giveBack();
    });
    const declared = Number(payload.headers['content-length'] ?? 0);
    if (admission.limit === 0 || declared > admission.limit) this.refuseTooLarge();
  }

  private add(chunk: Buffer): void {
    const { payload, body, slot } = this;
    const { limit, freeOfSlots = Infinity, takeSlot } = this.admission;
    this.pace.add(chunk.length);
    if (this.isRefused) return;
    body.add(chunk);
    if (body.length > limit) {
      this.refuseTooLarge();
    } else if (body.length > freeOfSlots && takeSlot && !slot) {
      payload.pause();
      this.pace.end();
      this.slot = takeSlot();
      void this.slot
        .catch((reason: unknown) => this.refuse(reason as AppError))
        .finally(() => {
          if (payload.destroyed) return;
          this.pace.begin();
          payload.resume();
        });
    }
  }

  private refuseTooLarge(): void {
    const { tooLarge } = this.admission;
    this.refuse(tooLarge === undefined ? undefined : new InvalidInputError(tooLarge));
  }

  private refuse(reason: AppError | undefined): void {
    this.isRefused = true;
    this.body.clear();
    this.giveBack();
    if (this.admission.response) closeLate(this.payload, this.admission.response);
    this.callback(this.body.toBuffer(), reason);
  }

  private giveBack(): void {
    void this.slot?.then(
      (release) => release(),
      () => undefined,
    );
  }
}

/**
 * Closes the connection when the body has come to its end, or 2 s after the answer: closed at once, it could take the answer
 * away from a client that is still sending.
 */
function closeLate(payload: IncomingMessage, response: ServerResponse): void {
  const { socket } = payload;
  response.shouldKeepAlive = true;
  response.once('finish', () => {
    const close = () => socket.destroySoon();
    if (payload.complete) {
      close();
      return;
    }
    const deadline = setTimeout(close, LINGER).unref();
    payload.once('end', close);
    socket.once('close', () => clearTimeout(deadline));
  });
}
