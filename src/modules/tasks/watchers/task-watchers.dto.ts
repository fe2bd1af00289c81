import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '#common/http/named-reference.dto.js';
import { WATCH_REASONS, type WatchReason } from '#schema/tasks.js';

export class TaskWatchResponse {
  /** Always true: who does not watch has no watch. */
  watching: boolean;

  /** All that apply. */
  @ApiProperty({ enum: [...WATCH_REASONS], enumName: 'WatchReason', isArray: true })
  reasons: WatchReason[];
}

/** Who watches a task. */
export class TaskWatcherResponse extends NamedReference {
  /** All that apply. */
  @ApiProperty({ enum: [...WATCH_REASONS], enumName: 'WatchReason', isArray: true })
  reasons: WatchReason[];
}
