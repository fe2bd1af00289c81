import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { WorkflowLanesModule } from '../workflow-lanes/workflow-lanes.module.js';
import { TaskBlockersController } from './task-blockers.controller.js';
import { TaskBlockers } from './task-blockers.service.js';
import { TaskChanges } from './task-changes.service.js';
import { TaskCreation } from './task-creation.service.js';
import { TaskHistory } from './task-history.service.js';
import { TaskMoves } from './task-moves.service.js';
import { TaskQueries } from './task-queries.service.js';
import { TaskReferences } from './task-references.service.js';
import { TasksController } from './tasks.controller.js';
import { TasksService } from './tasks.service.js';

@Module({
  imports: [ProjectsModule, WorkflowLanesModule],
  controllers: [TasksController, TaskBlockersController],
  providers: [
    TaskBlockers,
    TaskChanges,
    TaskCreation,
    TaskHistory,
    TaskMoves,
    TaskQueries,
    TaskReferences,
    TasksService,
  ],
  exports: [TaskCreation, TaskBlockers],
})
export class TasksModule {}
