import { CUSTOM_FIELD_TYPES, type CustomFieldType } from '#schema/fields.js';
import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { ImportMapping, ImportOptions } from './import-input.dto.js';
import { COUNTED, type Counts, type ImportReport, OUTCOMES } from './import-report.js';
import { IMPORT_SOURCES, type ImportSource } from './import-sources.js';
import { type Import, IMPORT_STATES, type ImportState } from './import.entity.js';
import { HIDDEN_TOKEN } from './settings/github-token.js';

const COUNTS: ApiPropertyOptions = {
  type: 'object',
  properties: Object.fromEntries(
    COUNTED.map((thing) => [
      thing,
      {
        type: 'object',
        description: `What comes of ${thing}.`,
        properties: Object.fromEntries(
          OUTCOMES.map((outcome) => [outcome, { type: 'integer', description: `How many are ${outcome}.` }]),
        ),
      },
    ]),
  ),
};

class ReportedPersonResponse {
  /** As the file names them. */
  name: string;

  /** Null when the file has none. */
  @ApiProperty({ type: String, nullable: true })
  email: string | null;

  /** Their id there. */
  @ApiProperty({ type: String, nullable: true })
  externalId: string | null;

  /** Tasks that they have or wrote. */
  @WholeNumber()
  tasks: number;

  /** Who they are here; null for nobody. */
  @Reference({ nullable: true })
  userId: string | null;
}

class ReportedStatusResponse {
  /** As the file has it. */
  name: string;

  /** What it means there. */
  @ApiProperty({ enum: ['todo', 'started', 'done', 'cancelled'], enumName: 'ImportCategory' })
  category: string;

  /** Tasks with it. */
  @WholeNumber()
  tasks: number;

  /** What it becomes. */
  lane: string;

  /** Whether that is a lane today. */
  isLane: boolean;
}

class ReportedPriorityResponse {
  /** As the file has it. */
  name: string;

  /** Tasks with it. */
  @WholeNumber()
  tasks: number;

  /** What it becomes. */
  priority: string;
}

class ReportedFieldResponse {
  /** A column, or a part of the file. */
  name: string;

  /** How many values it has. */
  @WholeNumber()
  values: number;

  /** What they become; null where they have no place here. */
  @ApiProperty({ type: String, nullable: true })
  becomes: string | null;

  /** The type of a field that they could become, which all of them fit; null where they have a place. */
  @ApiProperty({ enum: [...CUSTOM_FIELD_TYPES], enumName: 'CustomFieldType', nullable: true, required: false })
  proposed?: CustomFieldType | null;
}

class ImportProblemResponse {
  /** The row of the file, the header being 1; null for the whole. */
  @WholeNumber({ nullable: true })
  row: number | null;

  /** What it is called there. */
  @ApiProperty({ type: String, nullable: true })
  externalId: string | null;

  /** The column or field. */
  @ApiProperty({ type: String, nullable: true })
  field: string | null;

  /** In words. */
  message: string;
}

class KeptThingResponse {
  /** `task`, `label` and so on. */
  kind: string;

  /** Its id. */
  @Reference()
  id: string;

  /** Of a task. */
  @ApiProperty({ type: String, nullable: true })
  tid: string | null;

  /** Why it stays. */
  reason: string;
}

class ImportReportResponse {
  /** By kind, how many are created, updated and so on. */
  @ApiProperty(COUNTS)
  counts: Counts;

  /** Everybody that the file names. */
  people: ReportedPersonResponse[];

  /** Every status, and what it becomes. */
  statuses: ReportedStatusResponse[];

  /** Every priority, and what it becomes. */
  priorities: ReportedPriorityResponse[];

  /** Every column, and what it becomes. */
  fields: ReportedFieldResponse[];

  /** The first 1,000. */
  problems: ImportProblemResponse[];

  /** How many there are in all. */
  @WholeNumber()
  problemsTotal: number;

  /** What an undoing has left here, and why. */
  kept: KeptThingResponse[];
}

class ImportProgress {
  /** Rows that are done. */
  @WholeNumber()
  done: number;

  /** Rows in all. */
  @WholeNumber()
  total: number;
}

/** An import. */
export class ImportResponse {
  /** Its id, a UUID v7. */
  @Reference()
  id: string;

  /** Where the tasks come from. */
  @ApiProperty({ enum: [...IMPORT_SOURCES], enumName: 'ImportSource' })
  source: ImportSource;

  /** How far it has come. */
  @ApiProperty({ enum: [...IMPORT_STATES], enumName: 'ImportState' })
  state: ImportState;

  /** What it is called. */
  name: string;

  /** The project; null until the start makes it. */
  @Reference({ nullable: true })
  projectId: string | null;

  /** What it would come to, or has come to; null before a check. */
  @ApiProperty({ type: ImportReportResponse, nullable: true })
  report: ImportReport | null;

  /** What people, statuses and priorities become by choice. */
  mapping: ImportMapping;

  /** How the source is read. */
  options: ImportOptions;

  /** How many rows are done. */
  progress: ImportProgress;

  /** Where the file is sent with PUT; null for a live source. */
  @ApiProperty({ type: String, nullable: true })
  uploadUrl: string | null;

  /** Who made it. */
  @Reference()
  createdById: string;

  /** When it was made. */
  @Moment()
  createdAt: string;

  /** When it was started. */
  @Moment({ nullable: true })
  startedAt: string | null;

  /** When it ended. */
  @Moment({ nullable: true })
  finishedAt: string | null;

  /** Why it has failed, in words. */
  @ApiProperty({ type: String, nullable: true })
  error: string | null;
}

export function toImportResponse(row: Import): ImportResponse {
  const { id, source, state, name, projectId, report, mapping, options, done, total } = row;
  const response: ImportResponse = {
    id,
    source,
    state,
    name,
    projectId,
    report,
    mapping: { people: {}, statuses: {}, priorities: {}, ...mapping },
    options: row.token === null ? options : { ...options, token: HIDDEN_TOKEN },
    progress: { done, total },
    uploadUrl: source === 'github' ? null : `/api/imports/${id}/content`,
    createdById: row.createdById,
    createdAt: row.createdAt,
    startedAt: row.startedAt,
    finishedAt: row.finishedAt,
    error: row.error,
  };
  // The ETag is made of it; answers do not show it.
  return Object.defineProperty(response, 'updatedAt', { value: row.updatedAt, enumerable: false });
}
