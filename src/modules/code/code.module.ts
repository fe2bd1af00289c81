import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { CodeEvents } from './applying/code-events.js';
import { CodeFactsRepository } from './applying/code-facts.repository.js';
import { CodeMoves } from './applying/code-moves.js';
import { CodeTasks } from './applying/code-tasks.js';
import { PullRequests } from './applying/pull-requests.js';
import { Pushes } from './applying/pushes.js';
import { CodeConnection } from './connections/code-connection.entity.js';
import { CodeConnectionsController } from './connections/code-connections.controller.js';
import { CodeConnectionsRepository } from './connections/code-connections.repository.js';
import { CodeConnectionsService } from './connections/code-connections.service.js';
import { CodeSecrets } from './connections/code-secrets.js';
import { CodeLinksController } from './links/code-links.controller.js';
import { CodeLinksRepository } from './links/code-links.repository.js';
import { CodeLinks } from './links/code-links.service.js';
import { CodeCleanupTask } from './receiving/code-cleanup.task.js';
import { CodeController } from './receiving/code.controller.js';
import { CodeDeliveriesRepository } from './receiving/code-deliveries.repository.js';
import { CodeReceiver } from './receiving/code-receiver.js';
import { CodeWorker } from './receiving/code-worker.js';
import { PastDeliveries } from './receiving/past-deliveries.service.js';

/** The code of tasks: forges tell of it, and tasks move with it. */
@Module({
  imports: [CompanyScopeModule.forFeature(CodeConnection), CompaniesModule, ProjectsModule, TasksModule],
  controllers: [CodeConnectionsController, CodeController, CodeLinksController],
  providers: [
    CodeCleanupTask,
    CodeConnectionsRepository,
    CodeConnectionsService,
    CodeDeliveriesRepository,
    CodeEvents,
    CodeFactsRepository,
    CodeLinks,
    CodeLinksRepository,
    CodeMoves,
    CodeReceiver,
    CodeSecrets,
    CodeTasks,
    CodeWorker,
    PastDeliveries,
    PullRequests,
    Pushes,
  ],
  exports: [CodeConnectionsService, PastDeliveries],
})
export class CodeModule {}
