import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { CommentsModule } from '#modules/comments/comments.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { EpicsModule } from '#modules/epics/epics.module.js';
import { FilesModule } from '#modules/files/files.module.js';
import { FiltersModule } from '#modules/filters/filters.module.js';
import { LabelsModule } from '#modules/labels/labels.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { PromisesModule } from '#modules/promises/promises.module.js';
import { SprintsModule } from '#modules/sprints/sprints.module.js';
import { FieldsModule } from '#modules/fields/fields.module.js';
import { FieldWriter } from './run/field-writer.js';
import { RecurrencesModule } from '#modules/recurrences/recurrences.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { TeamsModule } from '#modules/teams/teams.module.js';
import { TemplatesModule } from '#modules/templates/templates.module.js';
import { TimeEntriesModule } from '#modules/time-entries/time-entries.module.js';
import { TrashModule } from '#modules/trash/trash.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { ViewsModule } from '#modules/views/views.module.js';
import { VirtualColleaguesModule } from '#modules/virtual-colleagues/virtual-colleagues.module.js';
import { WorkflowLanesModule } from '#modules/workflow-lanes/workflow-lanes.module.js';
import { ImportFiles } from './import-files.js';
import { ImportFilesCleanupTask } from './import-files-cleanup.task.js';
import { ImportLimits } from './import-limits.js';
import { Import } from './import.entity.js';
import { ImportsController } from './imports.controller.js';
import { ErasedImports } from './erased-imports.js';
import { ImportsService } from './imports.service.js';
import { ImportSettings } from './settings/import-settings.js';
import { Catalogue } from './run/catalogue.js';
import { CompanyWriter } from './run/company-writer.js';
import { TeamWriter } from './run/team-writer.js';
import { CommentWriter } from './run/comment-writer.js';
import { ArchiveRun } from './run/archive-run.js';
import { FileWriter } from './run/file-writer.js';
import { HistoryWriter } from './run/history-writer.js';
import { ImportBatches } from './run/import-batches.js';
import { GitHubDownload } from './run/github-download.js';
import { ImportTargets } from './run/import-targets.js';
import { ImportsRepository } from './imports.repository.js';
import { ImportRun } from './run/import-run.js';
import { ImportSourceReader } from './run/import-source-reader.js';
import { ImportUndoing } from './run/import-undoing.js';
import { ImportWorker } from './run/import-worker.js';
import { ImportWriters } from './run/import-writers.js';
import { FormerTidWriter } from './run/former-tid-writer.js';
import { RelationWriter } from './run/relation-writer.js';
import { LinkWriter } from './run/link-writer.js';
import { PromiseWriter } from './run/promise-writer.js';
import { Removals } from './run/removals.js';
import { ImportReferencesRepository } from './import-references.repository.js';
import { Surroundings } from './run/surroundings.js';
import { TaskWriter } from './run/task-writer.js';
import { UndoneComments } from './run/undone-comments.js';
import { UndoneLinks } from './run/undone-links.js';
import { UndoneProjects } from './run/undone-projects.js';
import { UndoneTasks } from './run/undone-tasks.js';
import { UndoneThings } from './run/undone-things.js';
import { ImportFilesRepository } from './import-files.repository.js';
import { UndoneThingsRepository } from './run/undone-things.repository.js';
import { ImportTargetsRepository } from './run/import-targets.repository.js';

@Module({
  imports: [
    CompanyScopeModule.forFeature(Import),
    CommentsModule,
    CompaniesModule,
    EpicsModule,
    FilesModule,
    FiltersModule,
    LabelsModule,
    ProjectsModule,
    PromisesModule,
    SprintsModule,
    FieldsModule,
    RecurrencesModule,
    TasksModule,
    TeamsModule,
    TemplatesModule,
    TimeEntriesModule,
    TrashModule,
    UsersModule,
    ViewsModule,
    VirtualColleaguesModule,
    WorkflowLanesModule,
  ],
  controllers: [ImportsController],
  providers: [
    ArchiveRun,
    Catalogue,
    CommentWriter,
    CompanyWriter,
    ErasedImports,
    FieldWriter,
    FormerTidWriter,
    FileWriter,
    GitHubDownload,
    HistoryWriter,
    PromiseWriter,
    ImportBatches,
    ImportFiles,
    ImportFilesCleanupTask,
    ImportFilesRepository,
    ImportLimits,
    ImportTargets,
    ImportsRepository,
    ImportRun,
    ImportSourceReader,
    ImportTargetsRepository,
    ImportUndoing,
    ImportSettings,
    ImportWorker,
    ImportWriters,
    ImportsService,
    LinkWriter,
    ImportReferencesRepository,
    RelationWriter,
    Removals,
    Surroundings,
    TaskWriter,
    TeamWriter,
    UndoneComments,
    UndoneLinks,
    UndoneProjects,
    UndoneTasks,
    UndoneThings,
    UndoneThingsRepository,
  ],
})
export class ImportsModule {}
