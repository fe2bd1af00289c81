import { Module } from '@nestjs/common';
import { ApiKeysModule } from '#modules/api-keys/api-keys.module.js';
import { CommentsModule } from '#modules/comments/comments.module.js';
import { FiltersModule } from '#modules/filters/filters.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { AgentCalls } from './calls/agent-calls.service.js';
import { Delegations } from './calls/delegations.js';
import { PersonCalls } from './calls/person-calls.service.js';
import { WorkEnds } from './calls/work-ends.js';
import { WorksRepository } from './calls/works.repository.js';
import { WorkSweepTask } from './calls/work-sweep.task.js';
import { ClaimGroups } from './claims/claim-groups.js';
import { ReadyCounts } from './claims/ready-counts.js';
import { WorkBriefs } from './claims/work-briefs.js';
import { WorkClaims } from './claims/work-claims.js';
import { UndoneClaims } from './claims/undone-claims.js';
import { WorkOffers } from './claims/work-offers.service.js';
import { WorkWaits } from './claims/work-waits.js';
import { RemovedColleagues } from './removed-colleagues.js';
import { TaskWorksController } from './task-works.controller.js';
import { WorkController } from './work.controller.js';
import { WorkMetrics } from './work-metrics.js';
import { WorkQueriesRepository } from './work-queries.repository.js';
import { ReadyTasksRepository } from './claims/ready-tasks.repository.js';
import { WorkClaimsRepository } from './claims/work-claims.repository.js';
import { WorkBriefsRepository } from './claims/work-briefs.repository.js';

/** Agents that take work: the binding document `agents`. */
@Module({
  imports: [ApiKeysModule, CommentsModule, FiltersModule, ProjectsModule, TasksModule],
  controllers: [WorkController, TaskWorksController],
  providers: [
    AgentCalls,
    ClaimGroups,
    Delegations,
    PersonCalls,
    ReadyCounts,
    ReadyTasksRepository,
    RemovedColleagues,
    WorkBriefs,
    WorkBriefsRepository,
    WorkClaims,
    WorkClaimsRepository,
    WorkEnds,
    WorkMetrics,
    UndoneClaims,
    WorkOffers,
    WorkQueriesRepository,
    WorksRepository,
    WorkSweepTask,
    WorkWaits,
  ],
  exports: [AgentCalls, PersonCalls, WorkOffers],
})
export class WorkModule {}
