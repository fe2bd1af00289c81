import type { EventGroup } from '#core/events/event.hooks.js';
import type { responseOf } from '#modules/tasks/changes/task-locks.service.js';
import { CommentData, type CommentResponse } from './comment.dto.js';

declare module '#core/events/domain-event.js' {
  interface EventPayloads {
    'task.commented': ReturnType<typeof responseOf> & { comment: CommentResponse };
  }
}

const EXAMPLE: CommentResponse = {
  id: '019df252-5b80-7000-8000-000000000801',
  taskId: '019df252-5b80-7000-8000-000000000701',
  authorId: '019df252-5b80-7000-8000-000000000102',
  author: { id: '019df252-5b80-7000-8000-000000000102', name: 'Leo Winter', type: 'user' },
  body: 'The test account is ready.',
  createdAt: '2026-05-04T09:30:00.000Z',
  updatedAt: '2026-05-04T09:30:00.000Z',
};

export const COMMENT_EVENTS: EventGroup = {
  events: {
    'task.commented': { description: 'A comment is added to a task', adds: CommentData, example: { comment: EXAMPLE } },
  },
};
