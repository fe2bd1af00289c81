import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { IncomingMessage } from 'node:http';
import { ClientGoneError } from '#common/errors/client-gone-error.js';
import { InvalidInputError } from '#common/errors/app-error.js';
import { letTakeItsTime } from '#core/transport/node-refusals.js';
import type { LocalFile } from '../store/file-store.js';
import { StoreUnavailableError } from '../store/store-unavailable-error.js';
import { HEAD_BYTES } from './content-type.js';
import { takeTurn } from './upload-turns.js';

/** Milliseconds after each of which a body must have gone on. */
const WINDOW = 5_000;
/** Bytes that it must have gone on by. */
const LEAST = 80 * 1024;
/** Bytes that wait for the disk before the client has to. */
const BUFFER = 256 * 1024;

export interface ReceivedFile extends LocalFile {
  /** The first bytes, at most 64 KiB. */
  readonly head: Buffer;
}

/**
 * Writes the body of a request to a new file, hashed on the way, and syncs it. Nothing is left of one that breaks off.
 *
 * @throws ClientGoneError when the client hangs up or stalls; InvalidInputError when it sends more than `most` bytes;
 * StoreUnavailableError when the disk fails
 */
export async function receiveBody(request: IncomingMessage, path: string, most: number): Promise<ReceivedFile> {
  letTakeItsTime(request);
  try {
    return await new Reception(request, path, most).file;
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

class Reception {
  readonly file: Promise<ReceivedFile>;
  private readonly hash = createHash('sha256');
  private readonly head: Buffer[] = [];
  private headLength = 0;
  private received = 0;
  private receivedBefore = 0;
  private hasWaited = false;

  constructor(
    private readonly request: IncomingMessage,
    path: string,
    private readonly most: number,
  ) {
    const writer = createWriteStream(path, { flags: 'wx', mode: 0o600, highWaterMark: BUFFER, flush: true });
    this.file = new Promise<ReceivedFile>((resolve, reject) => {
      const timer = setInterval(() => this.ensureProgress(), WINDOW);
      const settle = () => {
        clearInterval(timer);
        request.off('data', take).off('end', end).off('close', lost).off('error', lost).off('aborted', lost);
      };
      let failure: Error | undefined;
      const fail = (error: Error) => {
        failure = error;
        settle();
        writer.destroy(error);
      };
      const goOn = () => request.resume();
      const take = (chunk: Buffer) => {
        request.pause();
        this.note(chunk);
        if (this.received > most) fail(new InvalidInputError(`The body must not be larger than ${most} bytes`));
        else if (writer.write(chunk, () => giveBack(chunk))) takeTurn(goOn);
        else this.hasWaited = true;
      };
      const end = () => {
        settle();
        writer.end();
      };
      const lost = () => fail(new ClientGoneError());
      writer.on('drain', () => takeTurn(goOn));
      writer.once('error', (error) => {
        settle();
        reject(error === failure ? error : new StoreUnavailableError(error));
      });
      writer.once('finish', () => {
        const head = Buffer.concat(this.head);
        writer.once('close', () => resolve({ path, size: this.received, sha256: this.hash.digest('hex'), head }));
      });
      if (request.destroyed && !request.complete) {
        lost();
        return;
      }
      request.on('data', take).once('end', end).once('close', lost).once('error', lost).once('aborted', lost);
    });
  }

  private note(chunk: Buffer): void {
    this.received += chunk.length;
    this.hash.update(chunk);
    if (this.headLength >= HEAD_BYTES) return;
    const part = Buffer.from(chunk.subarray(0, HEAD_BYTES - this.headLength));
    this.head.push(part);
    this.headLength += part.length;
  }

  /** Ends the connection of a client that sends too slowly while the service is ready to read. */
  private ensureProgress(): void {
    const isLate = this.received - this.receivedBefore < LEAST && this.received < this.most;
    if (isLate && !this.hasWaited) this.request.destroy();
    this.receivedBefore = this.received;
    this.hasWaited = false;
  }
}

/** Frees the memory of a chunk that is written: until it were collected, twenty uploads would leave tens of megabytes of them. */
function giveBack(chunk: Buffer): void {
  if (chunk.length === chunk.buffer.byteLength) (chunk.buffer as ArrayBuffer).transfer(0);
}
