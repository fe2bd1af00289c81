import { Injectable } from '@nestjs/common';
import { Catalogue } from './catalogue.js';
import { CompanyWriter } from './company-writer.js';
import { LinkWriter } from './link-writer.js';
import { ImportReferencesRepository } from '../import-references.repository.js';
import { TaskWriter } from './task-writer.js';

/** What writes the parts of an import. */
@Injectable()
export class ImportWriters {
  constructor(
    readonly catalogue: Catalogue,
    readonly tasks: TaskWriter,
    readonly links: LinkWriter,
    readonly references: ImportReferencesRepository,
    readonly company: CompanyWriter,
  ) {}
}
