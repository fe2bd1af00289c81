import { Injectable } from '@nestjs/common';
import type { StoreName } from '#config/configuration.js';
import { BytesLedgerRepository, type BytesKey } from '../store/bytes-ledger.repository.js';
import { FileStores } from '../store/file-stores.service.js';

/** Milliseconds in which a file may be on its way to its row. */
const YOUNGEST = 24 * 3_600_000;
/** Bytes of attachments and their previews; imports and exports look after theirs. */
const KEY = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\/([\da-f]{64})(?:\.\d+\.webp)?$/;
const BATCH = 500;

interface Found extends BytesKey {
  readonly key: string;
}

/** Removes what no row names from the stores. */
@Injectable()
export class FileSweep {
  constructor(
    private readonly ledger: BytesLedgerRepository,
    private readonly stores: FileStores,
  ) {}

  /** Gives how many there are. `say` gets a line for each. */
  async sweepFiles(isDryRun: boolean, say: (line: string) => void): Promise<number> {
    let count = 0;
    for (const store of this.stores.listStores()) {
      let batch: Found[] = [];
      for await (const { key, modifiedAt } of store.list()) {
        const [, companyId, sha256] = KEY.exec(key) ?? [];
        if (companyId === undefined || sha256 === undefined || Date.now() - modifiedAt.getTime() < YOUNGEST) continue;
        if (batch.push({ key, companyId, sha256 }) < BATCH) continue;
        count += await this.sweepBatch(batch, store.name, isDryRun, say);
        batch = [];
      }
      count += await this.sweepBatch(batch, store.name, isDryRun, say);
    }
    const waiting = await this.stores.clearWaiting(isDryRun);
    for (const path of waiting) say(path);
    return count + waiting.length;
  }

  private async sweepBatch(
    batch: readonly Found[],
    store: StoreName,
    isDryRun: boolean,
    say: (line: string) => void,
  ): Promise<number> {
    const named = await this.ledger.findNamed(batch, store);
    const unnamed = batch.filter(({ companyId, sha256 }) => !named.has(`${companyId}/${sha256}`));
    for (const { key, companyId, sha256 } of unnamed) {
      say(`${store} ${key}`);
      if (!isDryRun) await this.ledger.deleteUnnamed({ companyId, sha256 }, store);
    }
    return unnamed.length;
  }
}
