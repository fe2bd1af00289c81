import type { responseOf } from '../tasks/task-locks.service.js';
import type { CommentResponse } from './comment.dto.js';

declare module '../../core/events/domain-event.js' {
  interface EventPayloads {
    'task.commented': ReturnType<typeof responseOf> & { comment: CommentResponse };
  }
}
