import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { HourlyCleanup } from '#core/processes/hourly-cleanup.js';
import { ImportFiles } from './import-files.js';
import type { Import } from './import.entity.js';
import { ImportFilesRepository, BATCH } from './import-files.repository.js';

/** Deletes the files of imports whose time is over: from then on they do not count. */
@Injectable()
export class ImportFilesCleanupTask extends HourlyCleanup {
  constructor(
    private readonly imports: ImportFilesRepository,
    private readonly files: ImportFiles,
    configuration: Configuration,
  ) {
    super(configuration);
  }

  async cleanUp(): Promise<void> {
    let found: Pick<Import, 'companyId' | 'id'>[];
    do {
      found = await this.imports.findOver();
      for (const { companyId, id } of found) {
        if (await this.imports.letGoOver({ companyId, id })) await this.files.remove({ companyId, id });
      }
    } while (found.length === BATCH && !this.isStopping);
  }
}
