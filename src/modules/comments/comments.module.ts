import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { EventCatalogue } from '#core/events/event-catalogue.js';
import { UsersModule } from '#modules/users/users.module.js';
import { WrittenNames } from '#modules/users/written-names.service.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { CommentImports } from './comment-imports.service.js';
import { Comment } from './comment.entity.js';
import { COMMENT_EVENTS } from './comment.events.js';
import { CommentsController } from './comments.controller.js';
import { CommentsService } from './comments.service.js';
import { TaskCommentsController } from './task-comments.controller.js';

@Module({
  imports: [CompanyScopeModule.forFeature(Comment), TasksModule, UsersModule],
  controllers: [TaskCommentsController, CommentsController],
  providers: [CommentImports, CommentsService],
  exports: [CommentImports, CommentsService],
})
export class CommentsModule {
  constructor(events: EventCatalogue, names: WrittenNames) {
    names.register({ table: 'comments', columns: { body: { type: 'text', hand: 'typed' } } });
    events.add(COMMENT_EVENTS);
  }
}
