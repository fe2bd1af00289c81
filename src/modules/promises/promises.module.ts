import { Module } from '@nestjs/common';
import { DeclaresEvents, type EventGroup } from '#core/events/event.hooks.js';
import { DeclaresNamingTables, type NamingTable } from '#modules/users/user.hooks.js';
import { CommentsModule } from '#modules/comments/comments.module.js';
import { MentionsModule } from '#modules/mentions/mentions.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { AnswersRepository } from './answers/answers.repository.js';
import { CommentAnswers } from './answers/comment-answers.js';
import { DuePromisesTask } from './due-promises.task.js';
import { PROMISE_EVENTS } from './promise.events.js';
import { PromiseEnds } from './promise-ends.js';
import { PromiseImports } from './promise-imports.service.js';
import { PromisesController } from './promises.controller.js';
import { PromisesRepository } from './promises.repository.js';
import { PromisesService } from './promises.service.js';
import { TaskPromisesController } from './task-promises.controller.js';

/** What people promise of tasks. */
@Module({
  imports: [CommentsModule, MentionsModule, ProjectsModule, TasksModule, UsersModule],
  controllers: [PromisesController, TaskPromisesController],
  providers: [
    AnswersRepository,
    CommentAnswers,
    DuePromisesTask,
    PromiseEnds,
    PromiseImports,
    PromisesRepository,
    PromisesService,
  ],
  exports: [PromiseImports, PromisesService],
})
export class PromisesModule {
  @DeclaresEvents()
  events(): EventGroup {
    return PROMISE_EVENTS;
  }

  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    return [{ table: 'promises', columns: { words: { type: 'text', hand: 'typed' } } }];
  }
}
