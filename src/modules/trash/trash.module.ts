import { Module } from '@nestjs/common';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { WorkModule } from '#modules/work/work.module.js';
import { ReturningTasks } from './returning-tasks.js';
import { TrashController } from './trash.controller.js';
import { TrashRepository } from './trash.repository.js';
import { TrashRestores } from './trash-restores.js';
import { TrashService } from './trash.service.js';
import { TrashSweepTask } from './trash-sweep.task.js';
import { TrashedRowsRepository } from './trashed-rows.repository.js';
import { TrashedTables } from './trashed-tables.js';

/** Deleted tasks that can come back. It comes after all that changes tasks as they are deleted. */
@Module({
  imports: [ProjectsModule, TasksModule, WorkModule],
  controllers: [TrashController],
  providers: [
    ReturningTasks,
    TrashRepository,
    TrashRestores,
    TrashService,
    TrashSweepTask,
    TrashedRowsRepository,
    TrashedTables,
  ],
  exports: [TrashService],
})
export class TrashModule {}
