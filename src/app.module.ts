import { DynamicModule, Module, type Provider } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { dataSourceOptions } from '../ormconfig.js';
import { AppExceptionFilter } from '#common/errors/app-exception.filter.js';
import { ValidationPipe } from '#common/validation/validation.pipe.js';
import { ConfigModule } from '#config/config.module.js';
import { Configuration } from '#config/configuration.js';
import { AccessGuard } from '#core/access/access.guard.js';
import { AuditCoreModule } from '#core/audit/audit-core.module.js';
import { DeniedWritesFilter } from '#core/audit/denied-writes.filter.js';
import { AuthCoreModule } from '#core/access/auth-core.module.js';
import { AuthenticationGuard } from '#core/access/authentication.guard.js';
import { pooledConnectionOptions, requestConnectionOptions } from '#core/database/pool/connection-options.js';
import { DatabaseModule } from '#core/database/database.module.js';
import { DueWorkModule } from '#core/processes/due-work.module.js';
import { EventsModule } from '#core/events/events.module.js';
import { HealthModule } from '#core/health/health.module.js';
import { RequestInterceptor } from '#core/http/request.interceptor.js';
import { SafeWritesModule } from '#core/http/safe-writes.module.js';
import { StreamsModule } from '#core/http/streams.module.js';
import { UnmatchedController } from '#core/http/unmatched.controller.js';
import { HooksModule } from '#core/hooks/hooks.module.js';
import { MetricsModule } from '#core/metrics/metrics.module.js';
import { OutboundModule } from '#core/outbound/outbound.module.js';
import { PartitionsModule } from '#core/partitions/partitions.module.js';
import { TierGuard } from '#core/rate-limit/tier.guard.js';
import { RateLimitModule } from '#core/rate-limit/rate-limit.module.js';
import { SecretsModule } from '#core/secrets/secrets.module.js';
import { ConcurrencyLimitsModule } from '#core/concurrency-limits/concurrency-limits.module.js';
import { ApiKeysModule } from '#modules/api-keys/api-keys.module.js';
import { AuditModule } from '#modules/audit/audit.module.js';
import { AuthModule } from '#modules/auth/auth.module.js';
import { CalendarFeedsModule } from '#modules/calendar-feeds/calendar-feeds.module.js';
import { CodeModule } from '#modules/code/code.module.js';
import { CommentsModule } from '#modules/comments/comments.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { DemoModule } from '#modules/demo/demo.module.js';
import { DepartureModule } from '#modules/departure/departure.module.js';
import { DuplicatesModule } from '#modules/duplicates/duplicates.module.js';
import { EpicsModule } from '#modules/epics/epics.module.js';
import { ErasureModule } from '#modules/erasure/erasure.module.js';
import { EventLogModule } from '#modules/events/events.module.js';
import { EventTypesModule } from '#modules/event-types/event-types.module.js';
import { ExportsModule } from '#modules/exports/exports.module.js';
import { FieldsModule } from '#modules/fields/fields.module.js';
import { FilesModule } from '#modules/files/files.module.js';
import { FiltersModule } from '#modules/filters/filters.module.js';
import { ImportsModule } from '#modules/imports/imports.module.js';
import { InboxModule } from '#modules/inbox/inbox.module.js';
import { LabelsModule } from '#modules/labels/labels.module.js';
import { McpModule } from '#modules/mcp/mcp.module.js';
import { OAuthModule } from '#modules/oauth/oauth.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { PromisesModule } from '#modules/promises/promises.module.js';
import { RecurrencesModule } from '#modules/recurrences/recurrences.module.js';
import { ScimModule } from '#modules/scim/scim.module.js';
import { SprintsModule } from '#modules/sprints/sprints.module.js';
import { SsoModule } from '#modules/sso/sso.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { TeamsModule } from '#modules/teams/teams.module.js';
import { TemplatesModule } from '#modules/templates/templates.module.js';
import { TimeEntriesModule } from '#modules/time-entries/time-entries.module.js';
import { TrashModule } from '#modules/trash/trash.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { ViewsModule } from '#modules/views/views.module.js';
import { VirtualColleaguesModule } from '#modules/virtual-colleagues/virtual-colleagues.module.js';
import { WebhooksModule } from '#modules/webhooks/webhooks.module.js';
import { WorkModule } from '#modules/work/work.module.js';
import { WorkflowLanesModule } from '#modules/workflow-lanes/workflow-lanes.module.js';

/** What every request passes through, in the order of docs/reference/requests.md. */
const IN_ORDER: Provider[] = [
  // Guards:
  { provide: APP_GUARD, useExisting: AuthenticationGuard }, // whose credentials are these?
  { provide: APP_GUARD, useClass: TierGuard }, // count the request: 429
  { provide: APP_GUARD, useClass: AccessGuard }, // 401, unreadable body or malformed header 400, 403 by role
  // then an interceptor:
  { provide: APP_INTERCEPTOR, useClass: RequestInterceptor }, // the kept answer or 409, names in paths 404, undeclared input 400
  // then the pipe, and the service itself: 404, 403 by ownership, 412, 409
  { provide: APP_PIPE, useClass: ValidationPipe }, // 400
  { provide: APP_FILTER, useClass: AppExceptionFilter },
  { provide: APP_FILTER, useClass: DeniedWritesFilter }, // before the other, for want of a role
];

/** One module a resource. */
const RESOURCES = [
  ProjectsModule,
  TasksModule,
  AuthModule,
  AuditModule,
  SsoModule,
  ScimModule,
  CompaniesModule,
  TrashModule,
  UsersModule,
  ErasureModule,
  DepartureModule,
  ApiKeysModule,
  TeamsModule,
  FieldsModule,
  FilesModule,
  FiltersModule,
  ExportsModule,
  ImportsModule,
  InboxModule,
  LabelsModule,
  SprintsModule,
  DuplicatesModule,
  EpicsModule,
  CommentsModule,
  PromisesModule,
  TemplatesModule,
  RecurrencesModule,
  TimeEntriesModule,
  EventLogModule,
  EventTypesModule,
  WebhooksModule,
  ViewsModule,
  CalendarFeedsModule,
  CodeModule,
  WorkModule,
  WorkflowLanesModule,
  VirtualColleaguesModule,
  McpModule,
  OAuthModule,
  DemoModule,
];

/** The list of modules, and what applies to every route. */
@Module({})
export class AppModule {
  static with(configuration: Configuration, databaseUrl: string): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.with(configuration),
        HooksModule,
        MetricsModule,
        ConcurrencyLimitsModule,
        databaseModule(configuration, databaseUrl),
        ScheduleModule.forRoot(),
        AuditCoreModule,
        AuthCoreModule,
        DueWorkModule,
        EventsModule,
        SafeWritesModule,
        StreamsModule,
        PartitionsModule,
        SecretsModule,
        OutboundModule,
        RateLimitModule,
        HealthModule,
        ...RESOURCES,
      ],
      controllers: [UnmatchedController],
      providers: IN_ORDER,
    };
  }
}

function databaseModule({ databasePoolSize, databaseDirectUrl }: Configuration, databaseUrl: string): DynamicModule {
  const connection = databaseDirectUrl === null ? requestConnectionOptions : pooledConnectionOptions;
  return DatabaseModule.with(
    databaseUrl,
    dataSourceOptions(databaseUrl, databasePoolSize, connection),
    databaseDirectUrl,
  );
}
