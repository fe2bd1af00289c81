import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { DeclaresEvents, type EventGroup } from '#core/events/event.hooks.js';
import { DeclaresNamingTables, type NamingTable } from '#modules/users/user.hooks.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { CommentImports } from './comment-imports.service.js';
import { Comment } from './comment.entity.js';
import { COMMENT_EVENTS } from './comment.events.js';
import { CommentsController } from './comments.controller.js';
import { CommentsService } from './comments.service.js';
import { TaskCommentsController } from './task-comments.controller.js';
import { CommentsRepository } from './comments.repository.js';

@Module({
  imports: [CompanyScopeModule.forFeature(Comment), ProjectsModule, TasksModule],
  controllers: [TaskCommentsController, CommentsController],
  providers: [CommentImports, CommentsRepository, CommentsService],
  exports: [CommentImports, CommentsService],
})
export class CommentsModule {
  @DeclaresEvents()
  events(): EventGroup {
    return COMMENT_EVENTS;
  }

  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    return [{ table: 'comments', columns: { body: { type: 'text', hand: 'typed' } } }];
  }
}
