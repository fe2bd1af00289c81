import { ApiProperty } from '@nestjs/swagger';

/** What a scan has come to. */
export class ScanResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  scanId: string;

  /** The open tasks that it looked at. */
  @ApiProperty({ type: 'integer' })
  tasksScanned: number;

  @ApiProperty({ type: 'integer' })
  actionsGenerated: number;

  /** Of the actions. 0 when there is no chat. */
  @ApiProperty({ type: 'integer' })
  sent: number;

  /** Of the actions. 0 when there is no chat. */
  @ApiProperty({ type: 'integer' })
  failed: number;

  @ApiProperty({ type: 'integer' })
  durationMs: number;

  @ApiProperty({ type: String, format: 'date-time' })
  lastScanAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  nextScanAt: string | null;
}
