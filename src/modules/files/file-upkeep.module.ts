import { Module } from '@nestjs/common';
import { BytesLedger } from './store/bytes-ledger.js';
import { FileStores } from './store/file-stores.service.js';
import { FileMove } from './upkeep/file-move.js';
import { FileSweep } from './upkeep/file-sweep.js';
import { FileVerification } from './upkeep/file-verification.js';

/** No part of the service: `npm run files` runs it. */
@Module({
  providers: [BytesLedger, FileMove, FileStores, FileSweep, FileVerification],
  exports: [FileMove, FileSweep, FileVerification],
})
export class FileUpkeepModule {}
