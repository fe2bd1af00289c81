import { ApiProperty } from '@nestjs/swagger';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { Flag, Uuid } from '#common/validation/fields.js';
import { type Export, EXPORT_STATES, type ExportState } from './export.entity.js';

export class CreateExport {
  /** Only this project; left out, all of the company, which an OWNER alone may export. */
  @Uuid('optional')
  projectId?: string;

  /** With the bytes of files; true unless given. */
  @Flag('optional')
  files?: boolean;
}

class ExportProgress {
  /** Rows and files that are in the archive already. */
  @WholeNumber()
  done: number;

  /** Rows and files in all, as far as they are counted. */
  @WholeNumber()
  total: number;
}

/** An archive that is made, or ready. */
export class ExportResponse {
  /** Its id, a UUID v7. */
  @Reference()
  id: string;

  /** The project that it is of; null for all of the company. */
  @Reference({ nullable: true })
  projectId: string | null;

  /** How far it has come. */
  @ApiProperty({ enum: [...EXPORT_STATES], enumName: 'ExportState' })
  state: ExportState;

  /** Of the ZIP; null until it is ready. */
  @WholeNumber({ nullable: true })
  bytes: number | null;

  /** Of the ZIP, in hexadecimal digits; null until it is ready. */
  @ApiProperty({ type: String, nullable: true })
  sha256: string | null;

  /** How much is in it. */
  progress: ExportProgress;

  /** Who asked for it. */
  @Reference()
  createdById: string;

  /** When it was asked for. */
  @Moment()
  createdAt: string;

  /** When it is deleted; null while it is made. */
  @Moment({ nullable: true })
  expiresAt: string | null;
}

export function toExportResponse(row: Export): ExportResponse {
  const { id, projectId, state, bytes, sha256, done, total, createdById, createdAt, expiresAt } = row;
  const progress = { done, total };
  const response: ExportResponse = {
    id,
    projectId,
    state,
    bytes,
    sha256,
    progress,
    createdById,
    createdAt,
    expiresAt,
  };
  // The ETag is made of it; answers do not show it.
  return Object.defineProperty(response, 'updatedAt', { value: row.updatedAt, enumerable: false });
}
