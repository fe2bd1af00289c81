import { ApiProperty } from '@nestjs/swagger';
import { Moment, Reference, WholeNumber } from '../../../common/http/response.decorators.js';
import { SEVERITIES, type Severity } from './ai-answer.js';

export class AiFindingResponse {
  @Reference()
  taskId: string;

  @ApiProperty({ enum: [...SEVERITIES], enumName: 'Severity' })
  severity: Severity;

  message: string;

  suggestion: string;
}

export class AiUsageResponse {
  @WholeNumber()
  inputTokens: number;

  @WholeNumber()
  outputTokens: number;
}

/** What an AI check has come to. The model is shown only tasks that the caller reaches. */
export class AiCheckResponse {
  /** Its `scanId` in the scan history. */
  @Reference()
  checkId: string;

  summary: string;

  /** The most important first. */
  findings: AiFindingResponse[];

  /** At most 200, the most urgent ones; when there is none, no model is asked. */
  @WholeNumber()
  tasksAnalyzed: number;

  @ApiProperty({ type: String, example: 'gpt-5-mini' })
  model: string;

  /** As the provider counts; 0 when it does not say. */
  usage: AiUsageResponse;

  @WholeNumber()
  durationMs: number;

  @Moment()
  startedAt: string;
}
