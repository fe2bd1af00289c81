import { ApiProperty } from '@nestjs/swagger';
import { SEVERITIES, type Severity } from './ai-answer.js';

export class AiFindingResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  taskId: string;

  @ApiProperty({ enum: [...SEVERITIES], enumName: 'Severity' })
  severity: Severity;

  message: string;

  suggestion: string;
}

export class AiUsageResponse {
  @ApiProperty({ type: 'integer' })
  inputTokens: number;

  @ApiProperty({ type: 'integer' })
  outputTokens: number;
}

/** What an AI check has come to. The counts are of all of it, also of what is out of the caller's reach. */
export class AiCheckResponse {
  /** Its `scanId` in the scan history. */
  @ApiProperty({ type: String, format: 'uuid' })
  checkId: string;

  /** Null when it is also about tasks out of the caller's reach. */
  summary: string | null;

  /** The most important first; those of tasks out of the caller's reach are left out. */
  findings: AiFindingResponse[];

  /** At most 200, the most urgent ones. */
  @ApiProperty({ type: 'integer' })
  tasksAnalyzed: number;

  @ApiProperty({ type: String, example: 'gpt-5-mini' })
  model: string;

  /** As the provider counts; 0 when it does not say. */
  usage: AiUsageResponse;

  @ApiProperty({ type: 'integer' })
  durationMs: number;

  @ApiProperty({ type: String, format: 'date-time' })
  startedAt: string;
}
