import { Injectable } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { HourlyCleanup } from '#core/processes/hourly-cleanup.js';
import { ImportFiles } from './import-files.js';
import type { Import } from './import.entity.js';

/** Days that the bytes of an import are kept after its last change. */
const KEPT_DAYS = 30;
const BATCH = 100;

const IS_OVER = `bytes IS NOT NULL AND state NOT IN ('checking', 'running', 'stopping', 'undoing')
  AND updated_at < now() - interval '${KEPT_DAYS} days'`;

/** Deletes the files of imports whose time is over: from then on they do not count. */
@Injectable()
export class ImportFilesCleanupTask extends HourlyCleanup {
  constructor(
    private readonly database: Database,
    private readonly files: ImportFiles,
    configuration: Configuration,
  ) {
    super(configuration);
  }

  async cleanUp(): Promise<void> {
    const over = `SELECT company_id AS "companyId", id FROM imports WHERE ${IS_OVER} LIMIT ${BATCH}`;
    const letGo = `UPDATE imports SET bytes = NULL, state = CASE WHEN state = 'checked' THEN 'waiting' ELSE state END
      WHERE company_id = $1 AND id = $2 AND ${IS_OVER}`;
    let found: Pick<Import, 'companyId' | 'id'>[];
    do {
      found = await this.database.rows(OWN_WORK_CONTEXT, { text: over });
      for (const { companyId, id } of found) {
        const isLetGo = (await this.database.execute(OWN_WORK_CONTEXT, { text: letGo }, [companyId, id])) > 0;
        if (isLetGo) await this.files.remove({ companyId, id });
      }
    } while (found.length === BATCH);
  }
}
