import { Module } from '@nestjs/common';
import { EventCatalogue } from '../../core/events/event-catalogue.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { LabelsModule } from '../labels/labels.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { WorkflowLanesModule } from '../workflow-lanes/workflow-lanes.module.js';
import { BulkUpdates } from './bulk-updates.js';
import { SprintRecord } from './sprint-record.service.js';
import { TaskBatches } from './task-batches.service.js';
import { TaskBlockersController } from './task-blockers.controller.js';
import { TaskBlockers } from './task-blockers.service.js';
import { TaskChanges } from './task-changes.service.js';
import { TaskCreation } from './task-creation.service.js';
import { TaskDeletion } from './task-deletion.service.js';
import { TaskHistory } from './task-history.service.js';
import { TaskLabels } from './task-labels.service.js';
import { TaskLocks } from './task-locks.service.js';
import { TaskMoves } from './task-moves.service.js';
import { TaskQueries } from './task-queries.service.js';
import { TaskRankSpacing } from './task-rank-spacing.service.js';
import { TaskReferences } from './task-references.service.js';
import { TaskTotals } from './task-totals.service.js';
import { TASK_EVENTS } from './task.events.js';
import { TasksController } from './tasks.controller.js';
import { TasksService } from './tasks.service.js';

@Module({
  imports: [CompaniesModule, LabelsModule, ProjectsModule, WorkflowLanesModule],
  controllers: [TasksController, TaskBlockersController],
  providers: [
    BulkUpdates,
    SprintRecord,
    TaskBatches,
    TaskBlockers,
    TaskChanges,
    TaskCreation,
    TaskDeletion,
    TaskHistory,
    TaskLabels,
    TaskLocks,
    TaskMoves,
    TaskQueries,
    TaskRankSpacing,
    TaskReferences,
    TaskTotals,
    TasksService,
  ],
  exports: [SprintRecord, TaskBatches, TaskBlockers, TaskChanges, TaskCreation, TaskLocks, TaskQueries, TaskTotals],
})
export class TasksModule {
  constructor(events: EventCatalogue) {
    events.add(TASK_EVENTS);
  }
}
