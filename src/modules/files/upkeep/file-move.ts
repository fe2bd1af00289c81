import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { StoreName } from '#config/configuration.js';
import { BytesLedgerRepository, type BytesRow, keyOf } from '../store/bytes-ledger.repository.js';
import { FileStores } from '../store/file-stores.service.js';
import { sha256In } from './sha256-in.js';

/** How a move has ended. */
export interface MoveOutcome {
  readonly moved: number;
  /** Of the moved ones, those that came after its begin. */
  readonly cameMeanwhile: number;
  /** Why files stay where they are, one line each. */
  readonly problems: string[];
}

/** Moves all files into another store, while the service runs. What is moved already stays so. */
@Injectable()
export class FileMove {
  constructor(
    private readonly ledger: BytesLedgerRepository,
    private readonly stores: FileStores,
  ) {}

  /** @throws ConfigurationError when the store is not configured or cannot be used */
  async moveAll(to: StoreName): Promise<MoveOutcome> {
    await this.stores.getStore(to).ensureUsable();
    const before = await this.ledger.countOutside(to);
    const failed = new Map<string, string>();
    let moved = 0;
    for (let found = true; found;) {
      found = false;
      for await (const row of this.ledger.walkBytes({ outside: to })) {
        const key = keyOf(row.companyId, row.sha256);
        if (failed.has(key)) continue;
        found = true;
        const problem = await this.move(row, to);
        if (problem === undefined) moved += 1;
        else failed.set(key, problem);
      }
    }
    const cameMeanwhile = Math.max(0, moved + failed.size - before);
    return { moved, cameMeanwhile, problems: [...failed.values()] };
  }

  /** Copies, compares, and says in the row where the bytes are. Gives why not. */
  private async move({ companyId, sha256, size, store }: BytesRow, to: StoreName): Promise<string | undefined> {
    const key = keyOf(companyId, sha256);
    const path = await this.stores.waitingPath(`${uuidv7()}.move`, to);
    try {
      const file = await this.stores.openFile(key, store);
      if (!file) return `${key}: missing in ${store}`;
      const hash = createHash('sha256');
      const note = new Transform({
        transform: (chunk: Buffer, _encoding, done) => {
          hash.update(chunk);
          done(null, chunk);
        },
      });
      await pipeline(file.stream, note, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));
      if (hash.digest('hex') !== sha256) return `${key}: altered in ${store}`;
      await this.stores.putFile(key, { path, size, sha256 }, to);
      const copy = await this.stores.openFile(key, to);
      if (!copy || (await sha256In(copy.stream)) !== sha256)
        return `${key}: the copy in ${to} is not as it was written`;
      await this.ledger.setMoved({ companyId, sha256 }, store, to);
      return undefined;
    } catch (error) {
      return `${key}: ${reasonOf(error)}`;
    } finally {
      await rm(path, { force: true });
    }
  }
}

/** What an operator can do something about. */
export function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  return cause instanceof Error ? cause.message : message;
}
