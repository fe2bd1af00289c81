import { ApiProperty } from '@nestjs/swagger';
import { Moment, Reference } from '#common/http/response.decorators.js';

export class CodeDeliveryResponse {
  /** The id. */
  @Reference()
  id: string;

  /** What the forge calls it, or the hash of its body. */
  deliveryId: string;

  /** The event, as the forge names it. */
  event: string;

  /** When it came. */
  @Moment()
  at: string;

  /** What became of it. */
  @ApiProperty({ enum: ['applied', 'ignored'] })
  status: 'applied' | 'ignored';

  /** Why it was ignored; null when it was applied. */
  @ApiProperty({ type: String, nullable: true })
  reason: string | null;

  /** The tasks that it concerned. */
  tids: string[];
}
