import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../../core/company-scope/request-context.js';
import { ImportFiles } from '../import-files.js';
import type { ImportSource } from '../import-sources.js';
import type { Import } from '../import.entity.js';
import { readAsanaCsv } from '../readers/asana-csv.js';
import { readGitHubJson } from '../readers/github-issues.js';
import { readJiraCsv } from '../readers/jira-csv.js';
import { readLinearCsv } from '../readers/linear-csv.js';
import { ImportError, type ImportReader, type ImportRecord } from '../readers/records.js';
import { readSheetCsv } from '../readers/sheet-csv.js';
import { readTrelloJson } from '../readers/trello-json.js';

/** A new source is one file, and a line here. */
const READERS: Partial<Record<ImportSource, ImportReader>> = {
  jira_csv: readJiraCsv,
  linear_csv: readLinearCsv,
  github: readGitHubJson,
  github_json: readGitHubJson,
  trello_json: readTrelloJson,
  asana_csv: readAsanaCsv,
  csv: readSheetCsv,
};

/** The records of an import, from its beginning, as often as they are asked for. */
@Injectable()
export class ImportSourceReader {
  constructor(private readonly files: ImportFiles) {}

  read({ companyId }: RequestContext, { id, source, options }: Import): AsyncGenerator<ImportRecord> {
    const reader = READERS[source];
    if (!reader) throw new ImportError(`Nothing reads ${source}`);
    return reader(this.files.read({ companyId, id }), options);
  }
}
