import { Module } from '@nestjs/common';
import { DeclaresEvents, type EventGroup } from '#core/events/event.hooks.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { FiltersModule } from '#modules/filters/filters.module.js';
import { LabelsModule } from '#modules/labels/labels.module.js';
import { MentionsModule } from '#modules/mentions/mentions.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { ViewsModule } from '#modules/views/views.module.js';
import { WorkflowLanesModule } from '#modules/workflow-lanes/workflow-lanes.module.js';
import { BlockedTasks } from './blockers/blocked-tasks.js';
import { BulkAnswers } from './changes/bulk-answers.js';
import { ErasedAssignees } from './changes/erased-assignees.js';
import { MeantTaskIds } from './changes/meant-task-ids.js';
import { NewTasks } from './changes/new-tasks.js';
import { TaskNames } from './list/task-names.js';
import { SprintRecord } from './planning/sprint-record.service.js';
import { TaskBatches } from './changes/task-batches.service.js';
import { TaskBlockersController } from './blockers/task-blockers.controller.js';
import { TaskBlockers } from './blockers/task-blockers.service.js';
import { TaskChanges } from './changes/task-changes.service.js';
import { TaskCreation } from './changes/task-creation.service.js';
import { ProjectTasksDeletion } from './changes/project-tasks-deletion.js';
import { TaskDelegates } from './changes/task-delegates.service.js';
import { TaskFence } from './changes/task-fence.js';
import { TaskDeletion } from './changes/task-deletion.js';
import { TaskDeletionEvents } from './changes/task-deletion-events.js';
import { TaskFiltersController } from './list/task-filters.controller.js';
import { TaskGroups } from './groups/task-groups.js';
import { TaskGroupsController } from './groups/task-groups.controller.js';
import { TaskHistory } from './history/task-history.js';
import { ImportedTaskLinks } from './imports/imported-task-links.service.js';
import { TaskImports } from './imports/task-imports.service.js';
import { TaskLabels } from './labels/task-labels.js';
import { TaskLocks } from './changes/task-locks.service.js';
import { TaskMoves } from './changes/task-moves.js';
import { TaskQueries } from './list/task-queries.service.js';
import { TaskRankSpacing } from './ranks/task-rank-spacing.js';
import { TaskReferences } from './changes/task-references.js';
import { TaskTotals } from './planning/task-totals.service.js';
import { MuteCleanupTask } from './mutes/mute-cleanup.task.js';
import { TaskMutesController } from './mutes/task-mutes.controller.js';
import { TaskMutes } from './mutes/task-mutes.service.js';
import { TaskWatchersController } from './watchers/task-watchers.controller.js';
import { TaskMentions } from './watchers/task-mentions.js';
import { TaskWatchers } from './watchers/task-watchers.service.js';
import { TASK_EVENTS } from './task.events.js';
import { TasksController } from './tasks.controller.js';
import { TaskUpdates } from './changes/task-updates.js';

@Module({
  imports: [
    CompaniesModule,
    FiltersModule,
    LabelsModule,
    MentionsModule,
    ProjectsModule,
    UsersModule,
    ViewsModule,
    WorkflowLanesModule,
  ],
  controllers: [
    TasksController,
    TaskBlockersController,
    TaskFiltersController,
    TaskGroupsController,
    TaskMutesController,
    TaskWatchersController,
  ],
  providers: [
    BlockedTasks,
    BulkAnswers,
    ErasedAssignees,
    ImportedTaskLinks,
    MeantTaskIds,
    MuteCleanupTask,
    NewTasks,
    ProjectTasksDeletion,
    SprintRecord,
    TaskBatches,
    TaskBlockers,
    TaskChanges,
    TaskCreation,
    TaskDelegates,
    TaskDeletion,
    TaskDeletionEvents,
    TaskFence,
    TaskGroups,
    TaskHistory,
    TaskImports,
    TaskLabels,
    TaskLocks,
    TaskMentions,
    TaskMoves,
    TaskMutes,
    TaskNames,
    TaskQueries,
    TaskRankSpacing,
    TaskReferences,
    TaskTotals,
    TaskUpdates,
    TaskWatchers,
  ],
  exports: [
    ImportedTaskLinks,
    SprintRecord,
    TaskBatches,
    TaskBlockers,
    TaskChanges,
    TaskCreation,
    TaskDelegates,
    TaskImports,
    TaskLocks,
    TaskMentions,
    TaskMutes,
    TaskQueries,
    TaskTotals,
    TaskWatchers,
  ],
})
export class TasksModule {
  @DeclaresEvents()
  events(): EventGroup {
    return TASK_EVENTS;
  }
}
