import { ApiProperty } from '@nestjs/swagger';
import { ActorReference } from '#common/http/named-reference.dto.js';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';

/** A text that the task has, or had, as its description. */
export class DescriptionVersionResponse {
  /** The id. */
  @Reference()
  id: string;

  /** When the task got this text. */
  @Moment()
  at: string;

  /** Who wrote it; null where that is not known any more. */
  @ApiProperty({ type: ActorReference, nullable: true })
  actor: ActorReference | null;

  /** Bytes of the text in UTF-8; 0 for none. */
  @WholeNumber()
  bytes: number;
}

export class DescriptionTextResponse extends DescriptionVersionResponse {
  /** The whole text; null when the task had no description. */
  @ApiProperty({ type: String, nullable: true })
  text: string | null;
}
