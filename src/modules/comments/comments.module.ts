import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '../../core/company-scope/company-scope.module.js';
import { EventCatalogue } from '../../core/events/event-catalogue.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { CommentImports } from './comment-imports.service.js';
import { Comment } from './comment.entity.js';
import { COMMENT_EVENTS } from './comment.events.js';
import { CommentsController } from './comments.controller.js';
import { CommentsService } from './comments.service.js';
import { TaskCommentsController } from './task-comments.controller.js';

@Module({
  imports: [CompanyScopeModule.forFeature(Comment), TasksModule],
  controllers: [TaskCommentsController, CommentsController],
  providers: [CommentImports, CommentsService],
  exports: [CommentImports, CommentsService],
})
export class CommentsModule {
  constructor(events: EventCatalogue) {
    events.add(COMMENT_EVENTS);
  }
}
