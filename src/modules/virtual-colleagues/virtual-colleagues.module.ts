import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { MailModule } from '#core/mail/mail.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { FieldsModule } from '#modules/fields/fields.module.js';
import { FiltersModule } from '#modules/filters/filters.module.js';
import { InboxModule } from '#modules/inbox/inbox.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { PromisesModule } from '#modules/promises/promises.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { VoiceModule } from '#modules/voice/voice.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { ActionChannels } from './channels/action-channels.js';
import { NamedThingsRepository } from './channels/named-things.repository.js';
import { Addressees } from './channels/addressees.js';
import { AddresseesRepository } from './channels/addressees.repository.js';
import { ChatSender } from './channels/chat-sender.js';
import { TestMessageController } from './channels/test-message.controller.js';
import { TestMessages } from './channels/test-messages.js';
import { AiCheckController } from './ai-check/ai-checks.controller.js';
import { AiCheckCountsRepository } from './ai-check/ai-check-counts.repository.js';
import { AiCheckQuota } from './ai-check/ai-check-quota.js';
import { AiChecksRepository } from './ai-check/ai-checks.repository.js';
import { AiFindings } from './ai-check/ai-findings.js';
import { AiAnalyses } from './ai-check/ai-analyses.js';
import { AiCheckAnswers } from './ai-check/ai-check-answers.js';
import { AiChecks } from './ai-check/ai-checks.js';
import { AiCheckTasksRepository } from './ai-check/ai-check-tasks.repository.js';
import { AiProvider } from './ai-check/ai-provider.js';
import { ColleagueImports } from './colleague-imports.service.js';
import { ColleagueAlerts } from './runs/colleague-alerts.js';
import { ColleagueFeedbacks } from './runs/colleague-feedbacks.js';
import { ColleagueFeedbacksRepository } from './runs/colleague-feedbacks.repository.js';
import { ColleagueStats } from './runs/colleague-stats.js';
import { ColleagueStatsRepository } from './runs/colleague-stats.repository.js';
import { ActionFinder } from './scans/action-finder.js';
import { ActivityRepository } from './scans/activity.repository.js';
import { Findings } from './scans/findings.js';
import { FoundRowsRepository } from './scans/found-rows.repository.js';
import { Holds } from './scans/holds.js';
import { ColleaguePreviews } from './scans/colleague-previews.js';
import { ColleaguePreviewsController } from './scans/colleague-previews.controller.js';
import { Digests } from './digests/digests.js';
import { DigestFiguresRepository } from './digests/digest-figures.repository.js';
import { DigestsRepository } from './digests/digests.repository.js';
import { ColleagueReferences } from './settings/colleague-references.js';
import { ColleagueReferencesRepository } from './settings/colleague-references.repository.js';
import { OwnRules } from './settings/own-rules.js';
import { RoleSettings } from './settings/role-settings.js';
import { ColleagueHistoryController } from './runs/colleague-history.controller.js';
import { ColleagueHistory } from './runs/colleague-history.js';
import { ColleagueHistoryRepository } from './runs/colleague-history.repository.js';
import { ColleagueRuns } from './runs/colleague-runs.js';
import { ColleagueRunsRepository } from './runs/colleague-runs.repository.js';
import { ColleagueScansController } from './scans/colleague-scans.controller.js';
import { ColleagueSchedulerTask } from './scans/colleague-scheduler.task.js';
import { ColleagueScans } from './scans/colleague-scans.js';
import { DueColleagues } from './scans/due-colleagues.js';
import { DueColleaguesRepository } from './scans/due-colleagues.repository.js';
import { PastRuns } from './runs/past-runs.service.js';
import { RunSlots } from './runs/run-slots.js';
import { ToldPeopleFinder } from './scans/told-people.js';
import { ToldPeopleRepository } from './scans/told-people.repository.js';
import { ScanActions } from './scans/scan-actions.js';
import { TaskDelegation } from './scans/task-delegation.js';
import { TaskDelegationRepository } from './scans/task-delegation.repository.js';
import { VirtualColleague } from './virtual-colleague.entity.js';
import { VirtualColleaguesController } from './virtual-colleagues.controller.js';
import { VirtualColleaguesRepository } from './virtual-colleagues.repository.js';
import { VirtualColleaguesService } from './virtual-colleagues.service.js';

@Module({
  imports: [
    CompanyScopeModule.forFeature(VirtualColleague),
    CompaniesModule,
    FieldsModule,
    FiltersModule,
    InboxModule,
    MailModule,
    ProjectsModule,
    PromisesModule,
    TasksModule,
    UsersModule,
    VoiceModule,
  ],
  controllers: [
    ColleaguePreviewsController,
    VirtualColleaguesController,
    ColleagueHistoryController,
    ColleagueScansController,
    AiCheckController,
    TestMessageController,
  ],
  providers: [
    VirtualColleaguesService,
    VirtualColleaguesRepository,
    OwnRules,
    RoleSettings,
    ColleagueReferences,
    ColleagueReferencesRepository,
    ColleagueHistory,
    ColleagueHistoryRepository,
    ColleagueImports,
    ColleagueFeedbacks,
    ColleagueFeedbacksRepository,
    ColleagueStats,
    ColleagueStatsRepository,
    ColleagueRuns,
    ColleagueRunsRepository,
    PastRuns,
    RunSlots,
    ColleagueScans,
    ActionFinder,
    ActivityRepository,
    Findings,
    FoundRowsRepository,
    Holds,
    Digests,
    DigestFiguresRepository,
    DigestsRepository,
    ToldPeopleFinder,
    ToldPeopleRepository,
    ColleaguePreviews,
    ScanActions,
    TaskDelegation,
    TaskDelegationRepository,
    ChatSender,
    ActionChannels,
    NamedThingsRepository,
    Addressees,
    AddresseesRepository,
    TestMessages,
    ColleagueAlerts,
    AiAnalyses,
    AiCheckAnswers,
    AiChecks,
    AiChecksRepository,
    AiFindings,
    AiCheckCountsRepository,
    AiCheckQuota,
    AiCheckTasksRepository,
    AiProvider,
    DueColleagues,
    DueColleaguesRepository,
    ColleagueSchedulerTask,
  ],
  exports: [ColleagueImports, PastRuns, VirtualColleaguesService],
})
export class VirtualColleaguesModule {}
