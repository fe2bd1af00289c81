import { Module } from '@nestjs/common';
import { BytesLedgerRepository } from './store/bytes-ledger.repository.js';
import { FileStores } from './store/file-stores.service.js';
import { FileMove } from './upkeep/file-move.js';
import { FileSweep } from './upkeep/file-sweep.js';
import { FileVerification } from './upkeep/file-verification.js';

/** No part of the service: `npm run files` runs it. */
@Module({
  providers: [BytesLedgerRepository, FileMove, FileStores, FileSweep, FileVerification],
  exports: [FileMove, FileSweep, FileVerification],
})
export class FileUpkeepModule {}
