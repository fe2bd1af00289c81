import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '#common/http/named-reference.dto.js';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { ATTACHMENT_STATES, type AttachmentState } from '#schema/files.js';

/** A file of a task. */
export class AttachmentResponse {
  /** Its id, a UUID v7. */
  @Reference()
  id: string;

  /** The task that it belongs to. */
  @Reference()
  taskId: string;

  /** Its name. */
  name: string;

  /** How many bytes it has. */
  @WholeNumber({ minimum: 1 })
  size: number;

  /** What the bytes are. */
  contentType: string;

  /** SHA-256 of the bytes in hexadecimal digits; null while they are waited for. */
  @ApiProperty({ type: String, nullable: true })
  sha256: string | null;

  /** `waiting` for its bytes, `scanning` while the operator's scanner looks at them, `ready`, or `refused` by the scanner. */
  @ApiProperty({ enum: [...ATTACHMENT_STATES], enumName: 'AttachmentState' })
  state: AttachmentState;

  /** Who attached it. */
  @Reference()
  authorId: string;

  /** Who attached it, by name. */
  author: NamedReference;

  /** The virtual colleague whose key it was attached with, and whose own it is; null of a person's. */
  @Reference({ nullable: true })
  colleagueId: string | null;

  /** When it was announced. */
  @Moment()
  createdAt: string;

  /** The path of its bytes. */
  url: string;

  /** Where its author sends the bytes with PUT, within an hour; null for everyone else, and once they are there. */
  @ApiProperty({ type: String, nullable: true })
  uploadUrl: string | null;
}
