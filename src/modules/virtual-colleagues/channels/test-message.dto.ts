import { ApiProperty } from '@nestjs/swagger';
import { WholeNumber } from '#common/http/response.decorators.js';
import { OneOf } from '#common/validation/fields.js';

const TESTED_CHANNELS = ['chat', 'mail'] as const;

export type TestedChannel = (typeof TESTED_CHANNELS)[number];

export class SendTestMessage {
  /** The channel to try. A mail goes to the caller. */
  @OneOf('required', TESTED_CHANNELS, 'TestedChannel')
  channel: TestedChannel;
}

const TEST_STATUSES = ['sent', 'failed'] as const;

/** What has become of a test message. */
export class TestMessageResponse {
  /** Whether the channel took it. */
  @ApiProperty({ enum: [...TEST_STATUSES], enumName: 'TestMessageStatus' })
  status: (typeof TEST_STATUSES)[number];

  /** Null when it was sent; otherwise `http_<status>`, `timeout`, `address_refused`, `connection` or `smtp`. */
  @ApiProperty({ type: String, nullable: true, example: 'http_404' })
  reason: string | null;

  /** Milliseconds that it took. */
  @WholeNumber()
  durationMs: number;
}
