import type { IncomingMessage } from 'node:http';
import { type AppError, InvalidInputError } from '#common/errors/app-error.js';
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
}

type Callback = (bytes: Buffer, refusal?: AppError) => void;

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
          if (!this.isRefused) this.pace.begin();
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
    this.pace.end();
    this.body.clear();
    this.giveBack();
    this.callback(this.body.toBuffer(), reason);
  }

  private giveBack(): void {
    void this.slot?.then(
      (release) => release(),
      () => undefined,
    );
  }
}
