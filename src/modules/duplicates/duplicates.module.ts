import { Module } from '@nestjs/common';
import { FilesModule } from '#modules/files/files.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { DuplicatedContents } from './duplicated-contents.js';
import { DuplicatedTasksRepository } from './duplicated-tasks.repository.js';
import { TaskDuplicates } from './task-duplicates.js';
import { TaskDuplicatesController } from './task-duplicates.controller.js';

/** Tasks that are made again. */
@Module({
  imports: [FilesModule, ProjectsModule, TasksModule],
  controllers: [TaskDuplicatesController],
  providers: [DuplicatedContents, DuplicatedTasksRepository, TaskDuplicates],
})
export class DuplicatesModule {}
