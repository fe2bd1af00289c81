import { DataSource, type DataSourceOptions } from 'typeorm';
import { Naming } from '#common/database/naming.js';
import { commandLineDatabaseUrl } from '#config/command-line.js';
import { requestConnectionOptions } from '#core/database/pool/connection-options.js';
import { AuditEntry } from '#core/audit/audit-entry.entity.js';
import { AuditHead } from '#core/audit/audit-head.entity.js';
import { AuditPerson } from '#core/audit/audit-person.entity.js';
import { EventPosition } from '#core/events/event-position.entity.js';
import { StoredResponse } from '#core/http/stored-response.entity.js';
import { OutboxEvent } from '#core/events/outbox-event.entity.js';
import { Foundation1795132800000 } from '#migrations/1795132800000-foundation.js';
import { TeamsAndLabels1795222800000 } from '#migrations/1795222800000-teams-and-labels.js';
import { TaskCounts1795290000000 } from '#migrations/1795290000000-task-counts.js';
import { OpenBlockers1795295000000 } from '#migrations/1795295000000-open-blockers.js';
import { Planning1795300000000 } from '#migrations/1795300000000-planning.js';
import { ApiKeys1795310000000 } from '#migrations/1795310000000-api-keys.js';
import { Webhooks1795320000000 } from '#migrations/1795320000000-webhooks.js';
import { VirtualColleagues1795330000000 } from '#migrations/1795330000000-virtual-colleagues.js';
import { TimeEntries1795340000000 } from '#migrations/1795340000000-time-entries.js';
import { OpenTaskLabels1795350000000 } from '#migrations/1795350000000-open-task-labels.js';
import { RetentionIndexes1795360000000 } from '#migrations/1795360000000-retention-indexes.js';
import { AiCheckCounts1795371000000 } from '#migrations/1795371000000-ai-check-counts.js';
import { DeliveriesByCompany1795380000000 } from '#migrations/1795380000000-deliveries-by-company.js';
import { DueCompanies1795390000000 } from '#migrations/1795390000000-due-companies.js';
import { MailedTokens1795410000000 } from '#migrations/1795410000000-mailed-tokens.js';
import { LoginNetworks1795450000000 } from '#migrations/1795450000000-login-networks.js';
import { EventPositions1795500000000 } from '#migrations/1795500000000-event-positions.js';
import { KeptAnswers1795510000000 } from '#migrations/1795510000000-kept-answers.js';
import { DeliveriesOfTheirOwn1795520000000 } from '#migrations/1795520000000-deliveries-of-their-own.js';
import { WebhookHealth1795521000000 } from '#migrations/1795521000000-webhook-health.js';
import { Partitions1795560000000 } from '#migrations/1795560000000-partitions.js';
import { NoTriggers1795570000000 } from '#migrations/1795570000000-no-triggers.js';
import { TeamsWithoutSetNull1795575000000 } from '#migrations/1795575000000-teams-without-set-null.js';
import { TaskSorts1795580000000 } from '#migrations/1795580000000-task-sorts.js';
import { TasksByCreation1795590000000 } from '#migrations/1795590000000-tasks-by-creation.js';
import { TaskCompletion1796030000000 } from '#migrations/1796030000000-task-completion.js';
import { Inbox1796041000000 } from '#migrations/1796041000000-inbox.js';
import { Watching1796040000000 } from '#migrations/1796040000000-watching.js';
import { ColleagueRules1796300000000 } from '#migrations/1796300000000-colleague-rules.js';
import { Imports1796700000000 } from '#migrations/1796700000000-imports.js';
import { Agents1796060000000 } from '#migrations/1796060000000-agents.js';
import { EventVolume1796100000000 } from '#migrations/1796100000000-event-volume.js';
import { InboxMail1796200000000 } from '#migrations/1796200000000-inbox-mail.js';
import { Sessions1796500000000 } from '#migrations/1796500000000-sessions.js';
import { SecondFactors1796510000000 } from '#migrations/1796510000000-second-factors.js';
import { CodeFailure } from '#core/access/factors/code-failures.entity.js';
import { RecoveryCode } from '#core/access/factors/recovery-code.entity.js';
import { TotpFactor } from '#core/access/factors/totp-factor.entity.js';
import { PasskeyChallenges1796530000000 } from '#migrations/1796530000000-passkey-challenges.js';
import { PasskeyChallenge } from '#core/access/passkeys/passkey-challenge.entity.js';
import { Passkey } from '#core/access/passkeys/passkey.entity.js';
import { SingleSignOn1796520000000 } from '#migrations/1796520000000-single-sign-on.js';
import { Identity } from '#modules/sso/identity.entity.js';
import { SsoConnection } from '#modules/sso/sso-connection.entity.js';
import { SsoDomain } from '#modules/sso/sso-domain.entity.js';
import { SsoFlow } from '#modules/sso/sso-flow.entity.js';
import { VerifiedDomain } from '#modules/sso/verified-domain.entity.js';
import { Session } from '#core/access/sessions/session.entity.js';
import { Erasures1796750000000 } from '#migrations/1796750000000-erasures.js';
import { CompanyDeletion1796961000000 } from '#migrations/1796961000000-company-deletion.js';
import { Exports1796960000000 } from '#migrations/1796960000000-exports.js';
import { AbsencesAndMutes1796900000000 } from '#migrations/1796900000000-absences-and-mutes.js';
import { FileDisks1796950000000 } from '#migrations/1796950000000-file-disks.js';
import { AuditLog1796800000000 } from '#migrations/1796800000000-audit-log.js';
import { LinkingEndsSessions1796990000000 } from '#migrations/1796990000000-linking-ends-sessions.js';
import { ClaimsInTime1796992000000 } from '#migrations/1796992000000-claims-in-time.js';
import { EarlierVersions1796995010000 } from '#migrations/1796995010000-earlier-versions.js';
import { ColleaguesAsAuthors1796997000000 } from '#migrations/1796997000000-colleagues-as-authors.js';
import { SignIns1796997100000 } from '#migrations/1796997100000-sign-ins.js';
import { ScimNames1796997500000 } from '#migrations/1796997500000-scim-names.js';
import { AuditRetention1796997600000 } from '#migrations/1796997600000-audit-retention.js';
import { ViewsWithoutArchived1796998000000 } from '#migrations/1796998000000-views-without-archived.js';
import { KeptBytes1796998200000 } from '#migrations/1796998200000-kept-bytes.js';
import { NoPreviews1796999000000 } from '#migrations/1796999000000-no-previews.js';
import { DueLooks1796999500000 } from '#migrations/1796999500000-due-looks.js';
import { CountedAttempts1796999700000 } from '#migrations/1796999700000-counted-attempts.js';
import { NewerEvents1796995000000 } from '#migrations/1796995000000-newer-events.js';
import { WatchingSince1796994010000 } from '#migrations/1796994010000-watching-since.js';
import { ColleagueChannels1796920000000 } from '#migrations/1796920000000-colleague-channels.js';
import { TaskTexts1796980000000 } from '#migrations/1796980000000-task-texts.js';
import { TaskExtras1796890000000 } from '#migrations/1796890000000-task-extras.js';
import { Views1796031000000 } from '#migrations/1796031000000-views.js';
import { WebhookFilter1796032000000 } from '#migrations/1796032000000-webhook-filter.js';
import { Work1796400000000 } from '#migrations/1796400000000-work.js';
import { Scim1796550000000 } from '#migrations/1796550000000-scim.js';
import { Files1796600000000 } from '#migrations/1796600000000-files.js';
import { LoginNetwork } from '#modules/auth/login-network.entity.js';
import { ApiKeyEndpoint } from '#modules/api-keys/api-key-endpoint.entity.js';
import { ApiKeyHash } from '#modules/api-keys/api-key-hash.entity.js';
import { ApiKeyRequest } from '#modules/api-keys/api-key-request.entity.js';
import { ApiKey } from '#modules/api-keys/api-key.entity.js';
import { MailToken } from '#modules/mail-tokens/mail-token.entity.js';
import { ResetMails } from '#modules/mail-tokens/reset-mails.entity.js';
import { Comment } from '#modules/comments/comment.entity.js';
import { Company } from '#modules/companies/company.entity.js';
import { Erasure } from '#modules/erasure/erasure.entity.js';
import { Epic } from '#modules/epics/epic.entity.js';
import { Label } from '#modules/labels/label.entity.js';
import { ProjectCounter } from '#modules/projects/project-counter.entity.js';
import { Attachment } from '#modules/files/attachment.entity.js';
import { AttachmentCompany } from '#modules/files/attachment-company.entity.js';
import { FileDisk } from '#modules/files/store/file-disk.entity.js';
import { Export } from '#modules/exports/export.entity.js';
import { FileBytes } from '#modules/files/store/file-bytes.entity.js';
import { FileKeep } from '#modules/files/store/file-keep.entity.js';
import { Import } from '#modules/imports/import.entity.js';
import { ImportLease } from '#modules/imports/import-lease.entity.js';
import { ImportReference } from '#modules/imports/import-reference.entity.js';
import { DuePosition } from '#modules/inbox/due/due-position.entity.js';
import { InboxEntry } from '#modules/inbox/inbox-entry.entity.js';
import { InboxPosition } from '#modules/inbox/inbox-position.entity.js';
import { QueuedMail } from '#modules/inbox/mail/queued-mail.entity.js';
import { NotificationSettings } from '#modules/inbox/settings/notification-settings.entity.js';
import { ProjectWatch } from '#modules/projects/project-watch.entity.js';
import { TaskMute } from '#modules/tasks/mutes/task-mute.entity.js';
import { TaskWatcher } from '#modules/tasks/watchers/task-watcher.entity.js';
import { ProjectMember } from '#modules/projects/project-member.entity.js';
import { Project } from '#modules/projects/project.entity.js';
import { ScimGroup } from '#modules/scim/scim-group.entity.js';
import { ScimToken } from '#modules/scim/scim-token.entity.js';
import { ScimUser } from '#modules/scim/scim-user.entity.js';
import { Sprint } from '#modules/sprints/sprint.entity.js';
import { SprintChange } from '#modules/tasks/planning/sprint-change.entity.js';
import { TaskActivity } from '#modules/tasks/history/task-activity.entity.js';
import { TaskBlocker } from '#modules/tasks/blockers/task-blocker.entity.js';
import { TaskLabel } from '#modules/tasks/labels/task-label.entity.js';
import { TaskText } from '#modules/tasks/list/task-text.entity.js';
import { Task } from '#modules/tasks/task.entity.js';
import { TeamMember } from '#modules/teams/team-member.entity.js';
import { Team } from '#modules/teams/team.entity.js';
import { TimeEntry } from '#modules/time-entries/time-entry.entity.js';
import { UserEmail } from '#modules/users/user-email.entity.js';
import { User } from '#modules/users/user.entity.js';
import { AiCheckCount } from '#modules/virtual-colleagues/ai-check/ai-check-count.entity.js';
import { ColleagueActivity } from '#modules/virtual-colleagues/runs/colleague-activity.entity.js';
import { ColleagueFeedback } from '#modules/virtual-colleagues/runs/colleague-feedback.entity.js';
import { ColleagueLease } from '#modules/virtual-colleagues/runs/colleague-lease.entity.js';
import { ColleagueRun } from '#modules/virtual-colleagues/runs/colleague-run.entity.js';
import { ColleagueSaid } from '#modules/virtual-colleagues/scans/colleague-said.entity.js';
import { ViewFavorite } from '#modules/views/view-favorite.entity.js';
import { View } from '#modules/views/view.entity.js';
import { VirtualColleagueProject } from '#modules/virtual-colleagues/virtual-colleague-project.entity.js';
import { VirtualColleague } from '#modules/virtual-colleagues/virtual-colleague.entity.js';
import { WebhookDelivery } from '#modules/webhooks/webhook-delivery.entity.js';
import { WebhookHealth } from '#modules/webhooks/webhook-health.entity.js';
import { Webhook } from '#modules/webhooks/webhook.entity.js';
import { TaskWork } from '#modules/work/task-work.entity.js';
import { WorkActivity } from '#modules/work/work-activity.entity.js';
import { Work } from '#modules/work/work.entity.js';
import { WorkflowLane } from '#modules/workflow-lanes/workflow-lane.entity.js';

const ENTITIES = [
  AiCheckCount,
  ApiKey,
  ApiKeyEndpoint,
  ApiKeyHash,
  ApiKeyRequest,
  AuditEntry,
  AuditHead,
  AuditPerson,
  Attachment,
  AttachmentCompany,
  FileDisk,
  ColleagueActivity,
  ColleagueFeedback,
  ColleagueLease,
  ColleagueRun,
  ColleagueSaid,
  CodeFailure,
  Comment,
  Company,
  Epic,
  Erasure,
  EventPosition,
  Export,
  FileBytes,
  FileKeep,
  Import,
  ImportLease,
  ImportReference,
  Identity,
  DuePosition,
  InboxEntry,
  InboxPosition,
  QueuedMail,
  StoredResponse,
  Label,
  LoginNetwork,
  MailToken,
  NotificationSettings,
  OutboxEvent,
  Passkey,
  PasskeyChallenge,
  Project,
  ProjectCounter,
  ProjectMember,
  ProjectWatch,
  RecoveryCode,
  ResetMails,
  ScimGroup,
  ScimToken,
  ScimUser,
  Session,
  Sprint,
  SprintChange,
  SsoConnection,
  SsoDomain,
  SsoFlow,
  Task,
  TaskActivity,
  TaskBlocker,
  TaskLabel,
  TaskMute,
  TaskText,
  TaskWatcher,
  TaskWork,
  Team,
  TeamMember,
  TimeEntry,
  TotpFactor,
  User,
  UserEmail,
  VerifiedDomain,
  View,
  ViewFavorite,
  VirtualColleague,
  VirtualColleagueProject,
  Webhook,
  WebhookDelivery,
  WebhookHealth,
  Work,
  WorkActivity,
  WorkflowLane,
];

const MIGRATIONS = [
  Foundation1795132800000,
  TeamsAndLabels1795222800000,
  TaskCounts1795290000000,
  OpenBlockers1795295000000,
  Planning1795300000000,
  ApiKeys1795310000000,
  Webhooks1795320000000,
  VirtualColleagues1795330000000,
  TimeEntries1795340000000,
  OpenTaskLabels1795350000000,
  RetentionIndexes1795360000000,
  AiCheckCounts1795371000000,
  DeliveriesByCompany1795380000000,
  DueCompanies1795390000000,
  MailedTokens1795410000000,
  LoginNetworks1795450000000,
  EventPositions1795500000000,
  KeptAnswers1795510000000,
  DeliveriesOfTheirOwn1795520000000,
  WebhookHealth1795521000000,
  Partitions1795560000000,
  NoTriggers1795570000000,
  TeamsWithoutSetNull1795575000000,
  TaskSorts1795580000000,
  TasksByCreation1795590000000,
  TaskCompletion1796030000000,
  Views1796031000000,
  WebhookFilter1796032000000,
  Watching1796040000000,
  Inbox1796041000000,
  Agents1796060000000,
  EventVolume1796100000000,
  InboxMail1796200000000,
  ColleagueRules1796300000000,
  Work1796400000000,
  Sessions1796500000000,
  SecondFactors1796510000000,
  SingleSignOn1796520000000,
  PasskeyChallenges1796530000000,
  Scim1796550000000,
  Files1796600000000,
  Imports1796700000000,
  Erasures1796750000000,
  AuditLog1796800000000,
  TaskExtras1796890000000,
  AbsencesAndMutes1796900000000,
  ColleagueChannels1796920000000,
  FileDisks1796950000000,
  Exports1796960000000,
  CompanyDeletion1796961000000,
  TaskTexts1796980000000,
  LinkingEndsSessions1796990000000,
  ClaimsInTime1796992000000,
  WatchingSince1796994010000,
  NewerEvents1796995000000,
  EarlierVersions1796995010000,
  ColleaguesAsAuthors1796997000000,
  SignIns1796997100000,
  ScimNames1796997500000,
  AuditRetention1796997600000,
  ViewsWithoutArchived1796998000000,
  KeptBytes1796998200000,
  NoPreviews1796999000000,
  DueLooks1796999500000,
  CountedAttempts1796999700000,
];

/** The one definition of the database: the service, the tests and TypeORM's command line all connect with it. */
export function dataSourceOptions(
  databaseUrl: string,
  poolSize: number,
  connection = requestConnectionOptions,
): DataSourceOptions {
  return {
    type: 'postgres',
    url: databaseUrl,
    poolSize,
    extra: connection,
    namingStrategy: new Naming(),
    synchronize: false,
    logging: false,
    entities: ENTITIES,
    migrations: MIGRATIONS,
  };
}

/** For TypeORM's command line (`npm run typeorm -- migration:show`); the service makes its own from the options. */
export default new DataSource(dataSourceOptions(commandLineDatabaseUrl(), 1));
