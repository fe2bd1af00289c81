import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '../../core/company-scope/company-scope.module.js';
import { CompaniesModule } from '../companies/companies.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { UsersModule } from '../users/users.module.js';
import { ChatSender } from './chat-sender.service.js';
import { AiCheckController } from './ai-check.controller.js';
import { AiCheckQuota } from './ai-check-quota.service.js';
import { AiChecks } from './ai-check.service.js';
import { AiCheckTasks } from './ai-check-tasks.service.js';
import { AiProvider } from './ai-provider.service.js';
import { ColleagueHistoryController } from './colleague-history.controller.js';
import { ColleagueHistory } from './colleague-history.service.js';
import { ColleagueRuns } from './colleague-runs.service.js';
import { ColleagueScansController } from './colleague-scans.controller.js';
import { ColleagueSchedulerTask } from './colleague-scheduler.task.js';
import { ColleagueScans } from './colleague-scans.service.js';
import { DueColleagues } from './due-colleagues.service.js';
import { RunPlaces } from './run-places.js';
import { ScanActions } from './scan-actions.service.js';
import { VirtualColleague } from './virtual-colleague.entity.js';
import { VirtualColleaguesController } from './virtual-colleagues.controller.js';
import { VirtualColleaguesRepository } from './virtual-colleagues.repository.js';
import { VirtualColleaguesService } from './virtual-colleagues.service.js';

@Module({
  imports: [CompanyScopeModule.forFeature(VirtualColleague), CompaniesModule, ProjectsModule, UsersModule],
  controllers: [VirtualColleaguesController, ColleagueHistoryController, ColleagueScansController, AiCheckController],
  providers: [
    VirtualColleaguesService,
    VirtualColleaguesRepository,
    ColleagueHistory,
    ColleagueRuns,
    RunPlaces,
    ColleagueScans,
    ScanActions,
    ChatSender,
    AiChecks,
    AiCheckQuota,
    AiCheckTasks,
    AiProvider,
    DueColleagues,
    ColleagueSchedulerTask,
  ],
  exports: [VirtualColleaguesService],
})
export class VirtualColleaguesModule {}
