import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { MailModule } from '#core/mail/mail.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { FieldsModule } from '#modules/fields/fields.module.js';
import { FiltersModule } from '#modules/filters/filters.module.js';
import { InboxModule } from '#modules/inbox/inbox.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { ActionChannels } from './channels/action-channels.js';
import { Addressees } from './channels/addressees.js';
import { ChatSender } from './channels/chat-sender.js';
import { TestMessageController } from './channels/test-message.controller.js';
import { TestMessages } from './channels/test-messages.js';
import { AiCheckController } from './ai-check/ai-checks.controller.js';
import { AiCheckQuota } from './ai-check/ai-check-quota.js';
import { AiChecks } from './ai-check/ai-checks.js';
import { AiCheckTasks } from './ai-check/ai-check-tasks.js';
import { AiProvider } from './ai-check/ai-provider.js';
import { ColleagueImports } from './colleague-imports.service.js';
import { ColleagueAlerts } from './runs/colleague-alerts.js';
import { ColleagueFeedbacks } from './runs/colleague-feedbacks.js';
import { ColleagueStats } from './runs/colleague-stats.js';
import { ActionFinder } from './scans/action-finder.js';
import { Budgets } from './scans/budgets.js';
import { ColleaguePreviews } from './scans/colleague-previews.js';
import { ColleaguePreviewsController } from './scans/colleague-previews.controller.js';
import { ColleagueReferences } from './settings/colleague-references.js';
import { OwnRules } from './settings/own-rules.js';
import { RoleSettings } from './settings/role-settings.js';
import { ColleagueHistoryController } from './runs/colleague-history.controller.js';
import { ColleagueHistory } from './runs/colleague-history.js';
import { ColleagueRuns } from './runs/colleague-runs.js';
import { ColleagueScansController } from './scans/colleague-scans.controller.js';
import { ColleagueSchedulerTask } from './scans/colleague-scheduler.task.js';
import { ColleagueScans } from './scans/colleague-scans.js';
import { DueColleagues } from './scans/due-colleagues.js';
import { PastRuns } from './runs/past-runs.service.js';
import { RunSlots } from './runs/run-slots.js';
import { SaidCleanupTask } from './scans/said-cleanup.task.js';
import { ToldPeopleFinder } from './scans/told-people.js';
import { ScanActions } from './scans/scan-actions.js';
import { TaskDelegation } from './scans/task-delegation.js';
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
    TasksModule,
    UsersModule,
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
    ColleagueHistory,
    ColleagueImports,
    ColleagueFeedbacks,
    ColleagueStats,
    ColleagueRuns,
    PastRuns,
    RunSlots,
    ColleagueScans,
    ActionFinder,
    Budgets,
    ToldPeopleFinder,
    ColleaguePreviews,
    ScanActions,
    TaskDelegation,
    SaidCleanupTask,
    ChatSender,
    ActionChannels,
    Addressees,
    TestMessages,
    ColleagueAlerts,
    AiChecks,
    AiCheckQuota,
    AiCheckTasks,
    AiProvider,
    DueColleagues,
    ColleagueSchedulerTask,
  ],
  exports: [ColleagueImports, PastRuns, VirtualColleaguesService],
})
export class VirtualColleaguesModule {}
