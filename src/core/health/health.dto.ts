import { ApiProperty } from '@nestjs/swagger';

export class HealthResponse {
  /** `ok` whenever there is an answer of 200. */
  @ApiProperty({ enum: ['ok'] })
  status: 'ok';
}
