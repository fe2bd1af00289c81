import { Injectable } from '@nestjs/common';
import { Catalogue } from './catalogue.js';
import { CompanyWriter } from './company-writer.js';
import { LinkWriter } from './link-writer.js';
import { ReferenceRows } from './reference-rows.js';
import { TaskWriter } from './task-writer.js';

/** What writes the parts of an import. */
@Injectable()
export class ImportWriters {
  constructor(
    readonly catalogue: Catalogue,
    readonly tasks: TaskWriter,
    readonly links: LinkWriter,
    readonly references: ReferenceRows,
    readonly company: CompanyWriter,
  ) {}
}
