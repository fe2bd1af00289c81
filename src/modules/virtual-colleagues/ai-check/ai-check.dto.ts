import { ApiProperty } from '@nestjs/swagger';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { SEVERITIES, type Severity } from '../settings/severities.js';

export class AiFindingResponse {
  /** The task that it is about. */
  @Reference()
  taskId: string;

  /** How bad it is. */
  @ApiProperty({ enum: [...SEVERITIES], enumName: 'Severity' })
  severity: Severity;

  /** What is the matter. */
  message: string;

  /** What to do about it. */
  suggestion: string;
}

export class AiUsageResponse {
  /** Tokens that were read. */
  @WholeNumber()
  inputTokens: number;

  /** Tokens that were written. */
  @WholeNumber()
  outputTokens: number;
}

/** What an AI check has come to. The model is shown only tasks that the caller reaches. */
export class AiCheckResponse {
  /** Its `scanId` in the scan history. */
  @Reference()
  checkId: string;

  /** What the model says of the tasks together; null for who does not reach all that it looked at. */
  summary: string | null;

  /** The most important first. */
  findings: AiFindingResponse[];

  /** At most 200, the most urgent ones; when there is none, no model is asked. */
  @WholeNumber()
  tasksAnalyzed: number;

  /** How many findings are left out, as the data does not bear them out. */
  @WholeNumber()
  dropped: number;

  /** The model that was asked. */
  @ApiProperty({ type: String, example: 'gpt-5-mini' })
  model: string;

  /** As the provider counts; 0 when it does not say. */
  usage: AiUsageResponse;

  /** Milliseconds that it took. */
  @WholeNumber()
  durationMs: number;

  /** When it began. */
  @Moment()
  startedAt: string;
}
