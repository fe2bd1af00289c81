import { Module } from '@nestjs/common';
import { DeclaresEvents, type EventGroup } from '#core/events/event.hooks.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { FieldsModule } from '#modules/fields/fields.module.js';
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
import { SimilarTasks } from './similar/similar-tasks.js';
import { SimilarTasksController } from './similar/similar-tasks.controller.js';
import { SimilarTasksRepository } from './similar/similar-tasks.repository.js';
import { TaskBlockersController } from './blockers/task-blockers.controller.js';
import { TaskBlockers } from './blockers/task-blockers.service.js';
import { TaskChanges } from './changes/task-changes.service.js';
import { RecurringTasks } from './changes/recurring-tasks.service.js';
import { TaskContents } from './changes/task-contents.service.js';
import { TaskCreation } from './changes/task-creation.service.js';
import { ProjectTasksDeletion } from './changes/project-tasks-deletion.js';
import { TaskDelegates } from './changes/task-delegates.service.js';
import { TaskFence } from './changes/task-fence.js';
import { FreeRanks } from './ranks/free-ranks.js';
import { RestoredTasks } from './changes/restored-tasks.js';
import { TaskDeletion } from './changes/task-deletion.js';
import { TaskDeletionEvents } from './changes/task-deletion-events.js';
import { TaskFiltersController } from './list/task-filters.controller.js';
import { TaskGroups } from './groups/task-groups.js';
import { TaskGroupsRepository } from './groups/task-groups.repository.js';
import { TaskGroupsController } from './groups/task-groups.controller.js';
import { DescriptionVersions } from './descriptions/description-versions.js';
import { TaskDescriptionsController } from './descriptions/task-descriptions.controller.js';
import { TaskDescriptionsRepository } from './descriptions/task-descriptions.repository.js';
import { TaskDescriptions } from './descriptions/task-descriptions.service.js';
import { TaskHistoryRepository } from './history/task-history.repository.js';
import { TaskHistory } from './history/task-history.service.js';
import { ImportedRelations } from './imports/imported-relations.service.js';
import { ImportedTaskLinks } from './imports/imported-task-links.service.js';
import { TaskImports } from './imports/task-imports.service.js';
import { TaskLabels } from './labels/task-labels.js';
import { TaskLinks } from './links/task-links.service.js';
import { TaskLinksController } from './links/task-links.controller.js';
import { TaskLinksRepository } from './links/task-links.repository.js';
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
import { ErasedPersons } from './values/erased-persons.js';
import { TaskValues } from './values/task-values.service.js';
import { TaskValuesRepository } from './values/task-values.repository.js';
import { TaskUpdates } from './changes/task-updates.js';
import { TaskPlaces } from './transfers/task-places.js';
import { TaskTransfers } from './transfers/task-transfers.js';
import { MovedTasks } from './transfers/moved-tasks.js';
import { TaskTransfersRepository } from './transfers/task-transfers.repository.js';
import { SprintChangesRepository } from './planning/sprint-changes.repository.js';
import { TaskTotalsRepository } from './planning/task-totals.repository.js';
import { FencingWorksRepository } from './changes/fencing-works.repository.js';
import { DeletedTasksRepository } from './changes/deleted-tasks.repository.js';
import { AssignedTasksRepository } from './changes/assigned-tasks.repository.js';
import { TaskBlockersRepository } from './blockers/task-blockers.repository.js';
import { ImportedTasksRepository } from './imports/imported-tasks.repository.js';
import { TaskLabelsRepository } from './labels/task-labels.repository.js';
import { TaskRanksRepository } from './ranks/task-ranks.repository.js';
import { TaskWatchersRepository } from './watchers/task-watchers.repository.js';
import { ChangedTasksRepository } from './changes/changed-tasks.repository.js';
import { LockedTasksRepository } from './changes/locked-tasks.repository.js';
import { NewTasksRepository } from './changes/new-tasks.repository.js';
import { TaskReferencesRepository } from './changes/task-references.repository.js';
import { ReachableTasksRepository } from './list/reachable-tasks.repository.js';
import { TaskNamesRepository } from './list/task-names.repository.js';
import { TaskMutesRepository } from './mutes/task-mutes.repository.js';

@Module({
  imports: [
    CompaniesModule,
    FieldsModule,
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
    SimilarTasksController,
    TaskBlockersController,
    TaskDescriptionsController,
    TaskFiltersController,
    TaskGroupsController,
    TaskLinksController,
    TaskMutesController,
    TaskWatchersController,
  ],
  providers: [
    AssignedTasksRepository,
    BlockedTasks,
    BulkAnswers,
    ChangedTasksRepository,
    DeletedTasksRepository,
    DescriptionVersions,
    ErasedAssignees,
    ErasedPersons,
    FreeRanks,
    RestoredTasks,
    FencingWorksRepository,
    ImportedRelations,
    ImportedTaskLinks,
    ImportedTasksRepository,
    LockedTasksRepository,
    MeantTaskIds,
    MovedTasks,
    MuteCleanupTask,
    NewTasks,
    NewTasksRepository,
    ProjectTasksDeletion,
    ReachableTasksRepository,
    SimilarTasks,
    SimilarTasksRepository,
    SprintChangesRepository,
    SprintRecord,
    TaskBatches,
    TaskBlockers,
    TaskBlockersRepository,
    TaskChanges,
    RecurringTasks,
    TaskContents,
    TaskCreation,
    TaskDelegates,
    TaskDeletion,
    TaskDeletionEvents,
    TaskDescriptions,
    TaskDescriptionsRepository,
    TaskFence,
    TaskGroups,
    TaskGroupsRepository,
    TaskHistory,
    TaskHistoryRepository,
    TaskImports,
    TaskLabels,
    TaskLinks,
    TaskLinksRepository,
    TaskLabelsRepository,
    TaskLocks,
    TaskMentions,
    TaskMoves,
    TaskMutes,
    TaskMutesRepository,
    TaskNames,
    TaskNamesRepository,
    TaskPlaces,
    TaskQueries,
    TaskRankSpacing,
    TaskRanksRepository,
    TaskReferences,
    TaskReferencesRepository,
    TaskTotals,
    TaskTotalsRepository,
    TaskTransfers,
    TaskTransfersRepository,
    TaskUpdates,
    TaskValues,
    TaskValuesRepository,
    TaskWatchers,
    TaskWatchersRepository,
  ],
  exports: [
    BlockedTasks,
    FreeRanks,
    RestoredTasks,
    TaskBlockersRepository,
    TaskLabels,
    TaskReferences,
    ImportedRelations,
    ImportedTaskLinks,
    SprintRecord,
    TaskBatches,
    TaskBlockers,
    TaskLinks,
    TaskChanges,
    RecurringTasks,
    TaskContents,
    TaskCreation,
    TaskDelegates,
    TaskDeletion,
    TaskHistory,
    TaskImports,
    TaskLocks,
    TaskMentions,
    TaskMutes,
    TaskQueries,
    TaskTotals,
    TaskTransfers,
    TaskUpdates,
    TaskValues,
    TaskWatchers,
  ],
})
export class TasksModule {
  @DeclaresEvents()
  events(): EventGroup {
    return TASK_EVENTS;
  }
}
