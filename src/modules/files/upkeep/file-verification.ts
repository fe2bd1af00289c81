import { Injectable } from '@nestjs/common';
import { BytesLedgerRepository, type BytesRow, keyOf } from '../store/bytes-ledger.repository.js';
import { FileStores } from '../store/file-stores.service.js';
import { reasonOf } from './file-move.js';
import { sha256In } from './sha256-in.js';

/** Reads all files and compares them with what their rows say. */
@Injectable()
export class FileVerification {
  constructor(
    private readonly ledger: BytesLedgerRepository,
    private readonly stores: FileStores,
  ) {}

  /** Gives how many files there are. `say` gets a line for each that is not as it was written. */
  async verifyAll(say: (line: string) => void): Promise<{ files: number; broken: number }> {
    let files = 0;
    let broken = 0;
    for await (const row of this.ledger.walkBytes()) {
      files += 1;
      const problem = await this.problemOf(row);
      if (problem === undefined) continue;
      broken += 1;
      say(`${keyOf(row.companyId, row.sha256)}: ${problem}`);
    }
    return { files, broken };
  }

  private async problemOf({ companyId, sha256, store }: BytesRow): Promise<string | undefined> {
    try {
      const file = await this.stores.openFile(keyOf(companyId, sha256), store);
      if (!file) return `missing in ${store}`;
      const found = await sha256In(file.stream);
      return found === sha256 ? undefined : `altered in ${store}, its SHA-256 is ${found}`;
    } catch (error) {
      return reasonOf(error);
    }
  }
}
