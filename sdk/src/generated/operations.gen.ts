// Generated from openapi.json: npm run sdk:generate

import type * as types from './types.gen.js';

/** The method and path of each operation: all that the client knows at run time, in as few bytes as may be. */
export const OPERATIONS = {
  getHealth: 'GET /health',
  getReadiness: 'GET /health/ready',
  listProjects: 'GET /projects',
  createProject: 'POST /projects',
  getProject: 'GET /projects/{id}',
  updateProject: 'PUT /projects/{id}',
  deleteProject: 'DELETE /projects/{id}',
  archiveProject: 'POST /projects/{id}/archive',
  unarchiveProject: 'POST /projects/{id}/unarchive',
  setProjectMember: 'PUT /projects/{id}/members/{userId}',
  removeProjectMember: 'DELETE /projects/{id}/members/{userId}',
  watchProject: 'PUT /projects/{id}/watch',
  listTasks: 'GET /tasks',
  createTask: 'POST /tasks',
  bulkUpdateTasks: 'POST /tasks/bulk',
  bulkCreateTasks: 'POST /tasks/bulk-create',
  bulkDeleteTasks: 'POST /tasks/bulk-delete',
  bulkTransferTasks: 'POST /tasks/bulk-transfer',
  getTask: 'GET /tasks/{id}',
  updateTask: 'PUT /tasks/{id}',
  deleteTask: 'DELETE /tasks/{id}',
  moveTask: 'POST /tasks/{id}/move',
  transferTask: 'POST /tasks/{id}/transfer',
  listTaskActivity: 'GET /tasks/{id}/activity',
  findSimilarTasks: 'GET /tasks/similar',
  listTaskBlockers: 'GET /tasks/{id}/blockers',
  addTaskBlocker: 'POST /tasks/{id}/blockers',
  listBlockedTasks: 'GET /tasks/{id}/blocking',
  removeTaskBlocker: 'DELETE /tasks/{id}/blockers/{taskId}',
  listTaskDescriptions: 'GET /tasks/{id}/descriptions',
  getTaskDescription: 'GET /tasks/{id}/descriptions/{versionId}',
  deleteTaskDescription: 'DELETE /tasks/{id}/descriptions/{versionId}',
  restoreTaskDescription: 'POST /tasks/{id}/descriptions/{versionId}/restore',
  listFilterFields: 'GET /filter-fields',
  checkFilter: 'POST /filters/check',
  groupTasks: 'GET /tasks/groups',
  listTaskLinks: 'GET /tasks/{id}/links',
  addTaskLink: 'POST /tasks/{id}/links',
  removeTaskLink: 'DELETE /tasks/{id}/links/{linkId}',
  muteTask: 'PUT /tasks/{id}/mute',
  unmuteTask: 'DELETE /tasks/{id}/mute',
  listTaskWatchers: 'GET /tasks/{id}/watchers',
  watchTask: 'PUT /tasks/{id}/watch',
  unwatchTask: 'DELETE /tasks/{id}/watch',
  register: 'POST /register',
  login: 'POST /login',
  requestPasswordReset: 'POST /password-reset',
  confirmPasswordReset: 'POST /password-reset/confirm',
  removeSecondFactor: 'DELETE /users/{id}/second-factor',
  getMe: 'GET /me',
  updateMe: 'PUT /me',
  changePassword: 'PUT /me/password',
  listMySessions: 'GET /me/sessions',
  endMyOtherSessions: 'DELETE /me/sessions',
  endMySession: 'DELETE /me/sessions/{id}',
  beginPasskeySession: 'POST /session/passkey/options',
  createPasskeySession: 'POST /session/passkey',
  listMyPasskeys: 'GET /me/passkeys',
  addPasskey: 'POST /me/passkeys',
  beginPasskey: 'POST /me/passkeys/options',
  updatePasskey: 'PUT /me/passkeys/{id}',
  removePasskey: 'DELETE /me/passkeys/{id}',
  getSession: 'GET /session',
  createSession: 'POST /session',
  deleteSession: 'DELETE /session',
  getTotp: 'GET /me/totp',
  setUpTotp: 'POST /me/totp',
  removeTotp: 'DELETE /me/totp',
  confirmTotp: 'POST /me/totp/confirm',
  renewRecoveryCodes: 'POST /me/totp/recovery-codes',
  listUserSessions: 'GET /users/{id}/sessions',
  endUserSessions: 'DELETE /users/{id}/sessions',
  listAuditLog: 'GET /audit-log',
  listMyIdentities: 'GET /me/identities',
  linkIdentity: 'POST /me/identities/sso',
  removeIdentity: 'DELETE /me/identities/{id}',
  getSingleSignOn: 'GET /company/sso',
  putSingleSignOn: 'PUT /company/sso',
  removeSingleSignOn: 'DELETE /company/sso',
  testSingleSignOn: 'POST /company/sso/test',
  verifyDomain: 'POST /company/sso/domains/{name}/verify',
  startSingleSignOn: 'POST /session/sso',
  finishSingleSignOn: 'POST /session/sso/callback',
  createScimToken: 'POST /company/scim-token',
  revokeScimToken: 'DELETE /company/scim-token',
  getCompany: 'GET /company',
  updateCompany: 'PUT /company',
  deleteCompany: 'DELETE /company',
  listTrash: 'GET /trash',
  emptyTrash: 'DELETE /trash',
  restoreTasks: 'POST /trash/restore',
  restoreTask: 'POST /trash/{id}/restore',
  deleteTrashedTask: 'DELETE /trash/{id}',
  listUsers: 'GET /users',
  createUser: 'POST /users',
  sendInvitation: 'POST /users/{id}/invitation',
  getUser: 'GET /users/{id}',
  updateUser: 'PUT /users/{id}',
  eraseUser: 'DELETE /users/{id}',
  listApiKeys: 'GET /api-keys',
  createApiKey: 'POST /api-keys',
  getApiKeyUsage: 'GET /api-keys/{id}/usage',
  revokeApiKey: 'DELETE /api-keys/{id}',
  listTeams: 'GET /teams',
  createTeam: 'POST /teams',
  getTeam: 'GET /teams/{id}',
  updateTeam: 'PUT /teams/{id}',
  deleteTeam: 'DELETE /teams/{id}',
  addTeamMember: 'POST /teams/{id}/members',
  removeTeamMember: 'DELETE /teams/{id}/members/{userId}',
  listFields: 'GET /fields',
  createField: 'POST /fields',
  getField: 'GET /fields/{id}',
  updateField: 'PUT /fields/{id}',
  deleteField: 'DELETE /fields/{id}',
  listAttachments: 'GET /tasks/{id}/attachments',
  createAttachment: 'POST /tasks/{id}/attachments',
  getAttachment: 'GET /attachments/{id}',
  updateAttachment: 'PUT /attachments/{id}',
  deleteAttachment: 'DELETE /attachments/{id}',
  getAttachmentContent: 'GET /attachments/{id}/content',
  sendAttachmentContent: 'PUT /attachments/{id}/content',
  getAttachmentPreview: 'GET /attachments/{id}/preview',
  getAttachmentLink: 'GET /attachments/{id}/link',
  getSharedFile: 'GET /files/{id}',
  listExports: 'GET /exports',
  createExport: 'POST /exports',
  getExport: 'GET /exports/{id}',
  deleteExport: 'DELETE /exports/{id}',
  getExportContent: 'GET /exports/{id}/content',
  listImports: 'GET /imports',
  createImport: 'POST /imports',
  getImport: 'GET /imports/{id}',
  updateImport: 'PUT /imports/{id}',
  deleteImport: 'DELETE /imports/{id}',
  uploadImport: 'PUT /imports/{id}/content',
  checkImport: 'POST /imports/{id}/check',
  startImport: 'POST /imports/{id}/start',
  stopImport: 'POST /imports/{id}/stop',
  undoImport: 'POST /imports/{id}/undo',
  listInbox: 'GET /inbox',
  countInbox: 'GET /inbox/count',
  streamInbox: 'GET /inbox/stream',
  readInbox: 'POST /inbox/read-all',
  finishInbox: 'POST /inbox/done-all',
  getInboxEntry: 'GET /inbox/{id}',
  updateInboxEntry: 'PUT /inbox/{id}',
  getNotifications: 'GET /me/notifications',
  updateNotifications: 'PUT /me/notifications',
  unsubscribe: 'POST /unsubscribe',
  listLabels: 'GET /labels',
  createLabel: 'POST /labels',
  getLabel: 'GET /labels/{id}',
  updateLabel: 'PUT /labels/{id}',
  deleteLabel: 'DELETE /labels/{id}',
  listSprints: 'GET /sprints',
  createSprint: 'POST /sprints',
  getSprint: 'GET /sprints/{id}',
  updateSprint: 'PUT /sprints/{id}',
  deleteSprint: 'DELETE /sprints/{id}',
  startSprint: 'POST /sprints/{id}/start',
  completeSprint: 'POST /sprints/{id}/complete',
  cancelSprint: 'POST /sprints/{id}/cancel',
  getSprintBurndown: 'GET /sprints/{id}/burndown',
  duplicateTask: 'POST /tasks/{id}/duplicate',
  listEpics: 'GET /epics',
  createEpic: 'POST /epics',
  getEpic: 'GET /epics/{id}',
  updateEpic: 'PUT /epics/{id}',
  deleteEpic: 'DELETE /epics/{id}',
  listComments: 'GET /tasks/{id}/comments',
  createComment: 'POST /tasks/{id}/comments',
  getComment: 'GET /comments/{id}',
  updateComment: 'PUT /comments/{id}',
  deleteComment: 'DELETE /comments/{id}',
  listPromises: 'GET /promises',
  listPromisesOfTask: 'GET /tasks/{id}/promises',
  makePromise: 'POST /tasks/{id}/promises',
  withdrawPromise: 'DELETE /tasks/{id}/promises/{promiseId}',
  listTemplates: 'GET /templates',
  createTemplate: 'POST /templates',
  createTemplateFromTask: 'POST /templates/from-task',
  getTemplate: 'GET /templates/{id}',
  updateTemplate: 'PUT /templates/{id}',
  deleteTemplate: 'DELETE /templates/{id}',
  listRecurrences: 'GET /recurrences',
  createRecurrence: 'POST /recurrences',
  previewSchedule: 'POST /recurrences/preview',
  getRecurrence: 'GET /recurrences/{id}',
  updateRecurrence: 'PUT /recurrences/{id}',
  deleteRecurrence: 'DELETE /recurrences/{id}',
  runRecurrence: 'POST /recurrences/{id}/run',
  listTimeEntries: 'GET /tasks/{id}/time-entries',
  createTimeEntry: 'POST /tasks/{id}/time-entries',
  deleteTimeEntry: 'DELETE /time-entries/{id}',
  listEvents: 'GET /events',
  streamEvents: 'GET /events/stream',
  listEventTypes: 'GET /event-types',
  listWebhooks: 'GET /webhooks',
  createWebhook: 'POST /webhooks',
  getWebhook: 'GET /webhooks/{id}',
  updateWebhook: 'PUT /webhooks/{id}',
  deleteWebhook: 'DELETE /webhooks/{id}',
  pingWebhook: 'POST /webhooks/{id}/ping',
  rotateWebhookSecret: 'POST /webhooks/{id}/rotate-secret',
  listWebhookDeliveries: 'GET /webhooks/{id}/deliveries',
  getWebhookDelivery: 'GET /webhooks/{id}/deliveries/{deliveryId}',
  redeliverFailedWebhookDeliveries: 'POST /webhooks/{id}/deliveries/redeliver',
  redeliverWebhookDelivery: 'POST /webhooks/{id}/deliveries/{deliveryId}/redeliver',
  listViews: 'GET /views',
  createView: 'POST /views',
  getView: 'GET /views/{id}',
  updateView: 'PUT /views/{id}',
  deleteView: 'DELETE /views/{id}',
  placeFavoriteView: 'PUT /views/{id}/favorite',
  removeFavoriteView: 'DELETE /views/{id}/favorite',
  readCalendar: 'GET /calendar/{file}',
  listCalendarFeeds: 'GET /calendar-feeds',
  createCalendarFeed: 'POST /calendar-feeds',
  deleteCalendarFeed: 'DELETE /calendar-feeds/{id}',
  listCodeConnections: 'GET /code-connections',
  createCodeConnection: 'POST /code-connections',
  getCodeConnection: 'GET /code-connections/{id}',
  updateCodeConnection: 'PUT /code-connections/{id}',
  deleteCodeConnection: 'DELETE /code-connections/{id}',
  rotateCodeConnectionSecret: 'POST /code-connections/{id}/rotate-secret',
  listCodeDeliveries: 'GET /code-connections/{id}/deliveries',
  receiveCodeEvent: 'POST /code/{id}',
  listTaskCode: 'GET /tasks/{id}/code',
  linkPullRequest: 'POST /tasks/{id}/code',
  unlinkTaskCode: 'DELETE /tasks/{id}/code/{linkId}',
  listWork: 'GET /work',
  takeWork: 'POST /work',
  listReadyTasks: 'GET /work/ready',
  getWork: 'GET /work/{id}',
  takeNextWork: 'POST /work/next',
  heartbeatWork: 'POST /work/{id}/heartbeat',
  addWorkActivity: 'POST /work/{id}/activities',
  replaceWorkPlan: 'PUT /work/{id}/plan',
  askAboutWork: 'POST /work/{id}/ask',
  answerWork: 'POST /work/{id}/answer',
  submitWork: 'POST /work/{id}/submit',
  releaseWork: 'POST /work/{id}/release',
  failWork: 'POST /work/{id}/fail',
  reviewWork: 'POST /work/{id}/review',
  stopWork: 'POST /work/{id}/stop',
  listWorkOfTask: 'GET /tasks/{id}/work',
  listWorkflowLanes: 'GET /workflow-lanes',
  replaceWorkflowLanes: 'PUT /workflow-lanes',
  updateWorkflowLane: 'PUT /workflow-lanes/{id}',
  previewNewColleague: 'POST /virtual-colleagues/preview',
  previewColleague: 'POST /virtual-colleagues/{id}/preview',
  listColleagues: 'GET /virtual-colleagues',
  createColleague: 'POST /virtual-colleagues',
  listColleaguePresets: 'GET /virtual-colleagues/presets',
  getColleague: 'GET /virtual-colleagues/{id}',
  updateColleague: 'PUT /virtual-colleagues/{id}',
  deleteColleague: 'DELETE /virtual-colleagues/{id}',
  listColleagueRuns: 'GET /virtual-colleagues/{id}/scan-history',
  listColleagueActivity: 'GET /virtual-colleagues/{id}/activity',
  getColleagueStats: 'GET /virtual-colleagues/{id}/stats',
  giveColleagueFeedback: 'POST /virtual-colleagues/{id}/activity/{activityId}/feedback',
  scanColleague: 'POST /virtual-colleagues/{id}/scan',
  aiCheckColleague: 'POST /virtual-colleagues/{id}/ai-check',
  getColleagueAiCheck: 'GET /virtual-colleagues/{id}/ai-checks/{checkId}',
  testColleagueChannel: 'POST /virtual-colleagues/{id}/test-message',
  getAuthorizationRequest: 'GET /oauth/request',
  answerAuthorizationRequest: 'POST /oauth/consent',
  listMyGrants: 'GET /me/grants',
  deleteMyGrant: 'DELETE /me/grants/{id}',
  listGrants: 'GET /grants',
  deleteGrant: 'DELETE /grants/{id}',
} as const;

/** The lists that have cursor pages. */
export const CURSOR_LISTS: readonly string[] = [
  'listTasks',
  'listAuditLog',
  'listInbox',
];

/** What each operation takes and answers. */
export interface Operations {
  getHealth: { data: types.GetHealthData; answer: types.GetHealthResponses[keyof types.GetHealthResponses] };
  getReadiness: { data: types.GetReadinessData; answer: types.GetReadinessResponses[keyof types.GetReadinessResponses] };
  listProjects: { data: types.ListProjectsData; answer: types.ListProjectsResponses[keyof types.ListProjectsResponses] };
  createProject: { data: types.CreateProjectData; answer: types.CreateProjectResponses[keyof types.CreateProjectResponses] };
  getProject: { data: types.GetProjectData; answer: types.GetProjectResponses[keyof types.GetProjectResponses] };
  updateProject: { data: types.UpdateProjectData; answer: types.UpdateProjectResponses[keyof types.UpdateProjectResponses] };
  deleteProject: { data: types.DeleteProjectData; answer: types.DeleteProjectResponses[keyof types.DeleteProjectResponses] };
  archiveProject: { data: types.ArchiveProjectData; answer: types.ArchiveProjectResponses[keyof types.ArchiveProjectResponses] };
  unarchiveProject: { data: types.UnarchiveProjectData; answer: types.UnarchiveProjectResponses[keyof types.UnarchiveProjectResponses] };
  setProjectMember: { data: types.SetProjectMemberData; answer: types.SetProjectMemberResponses[keyof types.SetProjectMemberResponses] };
  removeProjectMember: { data: types.RemoveProjectMemberData; answer: types.RemoveProjectMemberResponses[keyof types.RemoveProjectMemberResponses] };
  watchProject: { data: types.WatchProjectData; answer: types.WatchProjectResponses[keyof types.WatchProjectResponses] };
  listTasks: { data: types.ListTasksData; answer: types.ListTasksResponses[keyof types.ListTasksResponses] };
  createTask: { data: types.CreateTaskData; answer: types.CreateTaskResponses[keyof types.CreateTaskResponses] };
  bulkUpdateTasks: { data: types.BulkUpdateTasksData; answer: types.BulkUpdateTasksResponses[keyof types.BulkUpdateTasksResponses] };
  bulkCreateTasks: { data: types.BulkCreateTasksData; answer: types.BulkCreateTasksResponses[keyof types.BulkCreateTasksResponses] };
  bulkDeleteTasks: { data: types.BulkDeleteTasksData; answer: types.BulkDeleteTasksResponses[keyof types.BulkDeleteTasksResponses] };
  bulkTransferTasks: { data: types.BulkTransferTasksData; answer: types.BulkTransferTasksResponses[keyof types.BulkTransferTasksResponses] };
  getTask: { data: types.GetTaskData; answer: types.GetTaskResponses[keyof types.GetTaskResponses] };
  updateTask: { data: types.UpdateTaskData; answer: types.UpdateTaskResponses[keyof types.UpdateTaskResponses] };
  deleteTask: { data: types.DeleteTaskData; answer: types.DeleteTaskResponses[keyof types.DeleteTaskResponses] };
  moveTask: { data: types.MoveTaskData; answer: types.MoveTaskResponses[keyof types.MoveTaskResponses] };
  transferTask: { data: types.TransferTaskData; answer: types.TransferTaskResponses[keyof types.TransferTaskResponses] };
  listTaskActivity: { data: types.ListTaskActivityData; answer: types.ListTaskActivityResponses[keyof types.ListTaskActivityResponses] };
  findSimilarTasks: { data: types.FindSimilarTasksData; answer: types.FindSimilarTasksResponses[keyof types.FindSimilarTasksResponses] };
  listTaskBlockers: { data: types.ListTaskBlockersData; answer: types.ListTaskBlockersResponses[keyof types.ListTaskBlockersResponses] };
  addTaskBlocker: { data: types.AddTaskBlockerData; answer: types.AddTaskBlockerResponses[keyof types.AddTaskBlockerResponses] };
  listBlockedTasks: { data: types.ListBlockedTasksData; answer: types.ListBlockedTasksResponses[keyof types.ListBlockedTasksResponses] };
  removeTaskBlocker: { data: types.RemoveTaskBlockerData; answer: types.RemoveTaskBlockerResponses[keyof types.RemoveTaskBlockerResponses] };
  listTaskDescriptions: { data: types.ListTaskDescriptionsData; answer: types.ListTaskDescriptionsResponses[keyof types.ListTaskDescriptionsResponses] };
  getTaskDescription: { data: types.GetTaskDescriptionData; answer: types.GetTaskDescriptionResponses[keyof types.GetTaskDescriptionResponses] };
  deleteTaskDescription: { data: types.DeleteTaskDescriptionData; answer: types.DeleteTaskDescriptionResponses[keyof types.DeleteTaskDescriptionResponses] };
  restoreTaskDescription: { data: types.RestoreTaskDescriptionData; answer: types.RestoreTaskDescriptionResponses[keyof types.RestoreTaskDescriptionResponses] };
  listFilterFields: { data: types.ListFilterFieldsData; answer: types.ListFilterFieldsResponses[keyof types.ListFilterFieldsResponses] };
  checkFilter: { data: types.CheckFilterData; answer: types.CheckFilterResponses[keyof types.CheckFilterResponses] };
  groupTasks: { data: types.GroupTasksData; answer: types.GroupTasksResponses[keyof types.GroupTasksResponses] };
  listTaskLinks: { data: types.ListTaskLinksData; answer: types.ListTaskLinksResponses[keyof types.ListTaskLinksResponses] };
  addTaskLink: { data: types.AddTaskLinkData; answer: types.AddTaskLinkResponses[keyof types.AddTaskLinkResponses] };
  removeTaskLink: { data: types.RemoveTaskLinkData; answer: types.RemoveTaskLinkResponses[keyof types.RemoveTaskLinkResponses] };
  muteTask: { data: types.MuteTaskData; answer: types.MuteTaskResponses[keyof types.MuteTaskResponses] };
  unmuteTask: { data: types.UnmuteTaskData; answer: types.UnmuteTaskResponses[keyof types.UnmuteTaskResponses] };
  listTaskWatchers: { data: types.ListTaskWatchersData; answer: types.ListTaskWatchersResponses[keyof types.ListTaskWatchersResponses] };
  watchTask: { data: types.WatchTaskData; answer: types.WatchTaskResponses[keyof types.WatchTaskResponses] };
  unwatchTask: { data: types.UnwatchTaskData; answer: types.UnwatchTaskResponses[keyof types.UnwatchTaskResponses] };
  register: { data: types.RegisterData; answer: types.RegisterResponses[keyof types.RegisterResponses] };
  login: { data: types.LoginData; answer: types.LoginResponses[keyof types.LoginResponses] };
  requestPasswordReset: { data: types.RequestPasswordResetData; answer: types.RequestPasswordResetResponses[keyof types.RequestPasswordResetResponses] };
  confirmPasswordReset: { data: types.ConfirmPasswordResetData; answer: types.ConfirmPasswordResetResponses[keyof types.ConfirmPasswordResetResponses] };
  removeSecondFactor: { data: types.RemoveSecondFactorData; answer: types.RemoveSecondFactorResponses[keyof types.RemoveSecondFactorResponses] };
  getMe: { data: types.GetMeData; answer: types.GetMeResponses[keyof types.GetMeResponses] };
  updateMe: { data: types.UpdateMeData; answer: types.UpdateMeResponses[keyof types.UpdateMeResponses] };
  changePassword: { data: types.ChangePasswordData; answer: types.ChangePasswordResponses[keyof types.ChangePasswordResponses] };
  listMySessions: { data: types.ListMySessionsData; answer: types.ListMySessionsResponses[keyof types.ListMySessionsResponses] };
  endMyOtherSessions: { data: types.EndMyOtherSessionsData; answer: types.EndMyOtherSessionsResponses[keyof types.EndMyOtherSessionsResponses] };
  endMySession: { data: types.EndMySessionData; answer: types.EndMySessionResponses[keyof types.EndMySessionResponses] };
  beginPasskeySession: { data: types.BeginPasskeySessionData; answer: types.BeginPasskeySessionResponses[keyof types.BeginPasskeySessionResponses] };
  createPasskeySession: { data: types.CreatePasskeySessionData; answer: types.CreatePasskeySessionResponses[keyof types.CreatePasskeySessionResponses] };
  listMyPasskeys: { data: types.ListMyPasskeysData; answer: types.ListMyPasskeysResponses[keyof types.ListMyPasskeysResponses] };
  addPasskey: { data: types.AddPasskeyData; answer: types.AddPasskeyResponses[keyof types.AddPasskeyResponses] };
  beginPasskey: { data: types.BeginPasskeyData; answer: types.BeginPasskeyResponses[keyof types.BeginPasskeyResponses] };
  updatePasskey: { data: types.UpdatePasskeyData; answer: types.UpdatePasskeyResponses[keyof types.UpdatePasskeyResponses] };
  removePasskey: { data: types.RemovePasskeyData; answer: types.RemovePasskeyResponses[keyof types.RemovePasskeyResponses] };
  getSession: { data: types.GetSessionData; answer: types.GetSessionResponses[keyof types.GetSessionResponses] };
  createSession: { data: types.CreateSessionData; answer: types.CreateSessionResponses[keyof types.CreateSessionResponses] };
  deleteSession: { data: types.DeleteSessionData; answer: types.DeleteSessionResponses[keyof types.DeleteSessionResponses] };
  getTotp: { data: types.GetTotpData; answer: types.GetTotpResponses[keyof types.GetTotpResponses] };
  setUpTotp: { data: types.SetUpTotpData; answer: types.SetUpTotpResponses[keyof types.SetUpTotpResponses] };
  removeTotp: { data: types.RemoveTotpData; answer: types.RemoveTotpResponses[keyof types.RemoveTotpResponses] };
  confirmTotp: { data: types.ConfirmTotpData; answer: types.ConfirmTotpResponses[keyof types.ConfirmTotpResponses] };
  renewRecoveryCodes: { data: types.RenewRecoveryCodesData; answer: types.RenewRecoveryCodesResponses[keyof types.RenewRecoveryCodesResponses] };
  listUserSessions: { data: types.ListUserSessionsData; answer: types.ListUserSessionsResponses[keyof types.ListUserSessionsResponses] };
  endUserSessions: { data: types.EndUserSessionsData; answer: types.EndUserSessionsResponses[keyof types.EndUserSessionsResponses] };
  listAuditLog: { data: types.ListAuditLogData; answer: types.ListAuditLogResponses[keyof types.ListAuditLogResponses] };
  listMyIdentities: { data: types.ListMyIdentitiesData; answer: types.ListMyIdentitiesResponses[keyof types.ListMyIdentitiesResponses] };
  linkIdentity: { data: types.LinkIdentityData; answer: types.LinkIdentityResponses[keyof types.LinkIdentityResponses] };
  removeIdentity: { data: types.RemoveIdentityData; answer: types.RemoveIdentityResponses[keyof types.RemoveIdentityResponses] };
  getSingleSignOn: { data: types.GetSingleSignOnData; answer: types.GetSingleSignOnResponses[keyof types.GetSingleSignOnResponses] };
  putSingleSignOn: { data: types.PutSingleSignOnData; answer: types.PutSingleSignOnResponses[keyof types.PutSingleSignOnResponses] };
  removeSingleSignOn: { data: types.RemoveSingleSignOnData; answer: types.RemoveSingleSignOnResponses[keyof types.RemoveSingleSignOnResponses] };
  testSingleSignOn: { data: types.TestSingleSignOnData; answer: types.TestSingleSignOnResponses[keyof types.TestSingleSignOnResponses] };
  verifyDomain: { data: types.VerifyDomainData; answer: types.VerifyDomainResponses[keyof types.VerifyDomainResponses] };
  startSingleSignOn: { data: types.StartSingleSignOnData; answer: types.StartSingleSignOnResponses[keyof types.StartSingleSignOnResponses] };
  finishSingleSignOn: { data: types.FinishSingleSignOnData; answer: types.FinishSingleSignOnResponses[keyof types.FinishSingleSignOnResponses] };
  createScimToken: { data: types.CreateScimTokenData; answer: types.CreateScimTokenResponses[keyof types.CreateScimTokenResponses] };
  revokeScimToken: { data: types.RevokeScimTokenData; answer: types.RevokeScimTokenResponses[keyof types.RevokeScimTokenResponses] };
  getCompany: { data: types.GetCompanyData; answer: types.GetCompanyResponses[keyof types.GetCompanyResponses] };
  updateCompany: { data: types.UpdateCompanyData; answer: types.UpdateCompanyResponses[keyof types.UpdateCompanyResponses] };
  deleteCompany: { data: types.DeleteCompanyData; answer: types.DeleteCompanyResponses[keyof types.DeleteCompanyResponses] };
  listTrash: { data: types.ListTrashData; answer: types.ListTrashResponses[keyof types.ListTrashResponses] };
  emptyTrash: { data: types.EmptyTrashData; answer: types.EmptyTrashResponses[keyof types.EmptyTrashResponses] };
  restoreTasks: { data: types.RestoreTasksData; answer: types.RestoreTasksResponses[keyof types.RestoreTasksResponses] };
  restoreTask: { data: types.RestoreTaskData; answer: types.RestoreTaskResponses[keyof types.RestoreTaskResponses] };
  deleteTrashedTask: { data: types.DeleteTrashedTaskData; answer: types.DeleteTrashedTaskResponses[keyof types.DeleteTrashedTaskResponses] };
  listUsers: { data: types.ListUsersData; answer: types.ListUsersResponses[keyof types.ListUsersResponses] };
  createUser: { data: types.CreateUserData; answer: types.CreateUserResponses[keyof types.CreateUserResponses] };
  sendInvitation: { data: types.SendInvitationData; answer: types.SendInvitationResponses[keyof types.SendInvitationResponses] };
  getUser: { data: types.GetUserData; answer: types.GetUserResponses[keyof types.GetUserResponses] };
  updateUser: { data: types.UpdateUserData; answer: types.UpdateUserResponses[keyof types.UpdateUserResponses] };
  eraseUser: { data: types.EraseUserData; answer: types.EraseUserResponses[keyof types.EraseUserResponses] };
  listApiKeys: { data: types.ListApiKeysData; answer: types.ListApiKeysResponses[keyof types.ListApiKeysResponses] };
  createApiKey: { data: types.CreateApiKeyData; answer: types.CreateApiKeyResponses[keyof types.CreateApiKeyResponses] };
  getApiKeyUsage: { data: types.GetApiKeyUsageData; answer: types.GetApiKeyUsageResponses[keyof types.GetApiKeyUsageResponses] };
  revokeApiKey: { data: types.RevokeApiKeyData; answer: types.RevokeApiKeyResponses[keyof types.RevokeApiKeyResponses] };
  listTeams: { data: types.ListTeamsData; answer: types.ListTeamsResponses[keyof types.ListTeamsResponses] };
  createTeam: { data: types.CreateTeamData; answer: types.CreateTeamResponses[keyof types.CreateTeamResponses] };
  getTeam: { data: types.GetTeamData; answer: types.GetTeamResponses[keyof types.GetTeamResponses] };
  updateTeam: { data: types.UpdateTeamData; answer: types.UpdateTeamResponses[keyof types.UpdateTeamResponses] };
  deleteTeam: { data: types.DeleteTeamData; answer: types.DeleteTeamResponses[keyof types.DeleteTeamResponses] };
  addTeamMember: { data: types.AddTeamMemberData; answer: types.AddTeamMemberResponses[keyof types.AddTeamMemberResponses] };
  removeTeamMember: { data: types.RemoveTeamMemberData; answer: types.RemoveTeamMemberResponses[keyof types.RemoveTeamMemberResponses] };
  listFields: { data: types.ListFieldsData; answer: types.ListFieldsResponses[keyof types.ListFieldsResponses] };
  createField: { data: types.CreateFieldData; answer: types.CreateFieldResponses[keyof types.CreateFieldResponses] };
  getField: { data: types.GetFieldData; answer: types.GetFieldResponses[keyof types.GetFieldResponses] };
  updateField: { data: types.UpdateFieldData; answer: types.UpdateFieldResponses[keyof types.UpdateFieldResponses] };
  deleteField: { data: types.DeleteFieldData; answer: types.DeleteFieldResponses[keyof types.DeleteFieldResponses] };
  listAttachments: { data: types.ListAttachmentsData; answer: types.ListAttachmentsResponses[keyof types.ListAttachmentsResponses] };
  createAttachment: { data: types.CreateAttachmentData; answer: types.CreateAttachmentResponses[keyof types.CreateAttachmentResponses] };
  getAttachment: { data: types.GetAttachmentData; answer: types.GetAttachmentResponses[keyof types.GetAttachmentResponses] };
  updateAttachment: { data: types.UpdateAttachmentData; answer: types.UpdateAttachmentResponses[keyof types.UpdateAttachmentResponses] };
  deleteAttachment: { data: types.DeleteAttachmentData; answer: types.DeleteAttachmentResponses[keyof types.DeleteAttachmentResponses] };
  getAttachmentContent: { data: types.GetAttachmentContentData; answer: types.GetAttachmentContentResponses[keyof types.GetAttachmentContentResponses] };
  sendAttachmentContent: { data: types.SendAttachmentContentData; answer: types.SendAttachmentContentResponses[keyof types.SendAttachmentContentResponses] };
  getAttachmentPreview: { data: types.GetAttachmentPreviewData; answer: types.GetAttachmentPreviewResponses[keyof types.GetAttachmentPreviewResponses] };
  getAttachmentLink: { data: types.GetAttachmentLinkData; answer: types.GetAttachmentLinkResponses[keyof types.GetAttachmentLinkResponses] };
  getSharedFile: { data: types.GetSharedFileData; answer: types.GetSharedFileResponses[keyof types.GetSharedFileResponses] };
  listExports: { data: types.ListExportsData; answer: types.ListExportsResponses[keyof types.ListExportsResponses] };
  createExport: { data: types.CreateExportData; answer: types.CreateExportResponses[keyof types.CreateExportResponses] };
  getExport: { data: types.GetExportData; answer: types.GetExportResponses[keyof types.GetExportResponses] };
  deleteExport: { data: types.DeleteExportData; answer: types.DeleteExportResponses[keyof types.DeleteExportResponses] };
  getExportContent: { data: types.GetExportContentData; answer: types.GetExportContentResponses[keyof types.GetExportContentResponses] };
  listImports: { data: types.ListImportsData; answer: types.ListImportsResponses[keyof types.ListImportsResponses] };
  createImport: { data: types.CreateImportData; answer: types.CreateImportResponses[keyof types.CreateImportResponses] };
  getImport: { data: types.GetImportData; answer: types.GetImportResponses[keyof types.GetImportResponses] };
  updateImport: { data: types.UpdateImportData; answer: types.UpdateImportResponses[keyof types.UpdateImportResponses] };
  deleteImport: { data: types.DeleteImportData; answer: types.DeleteImportResponses[keyof types.DeleteImportResponses] };
  uploadImport: { data: types.UploadImportData; answer: types.UploadImportResponses[keyof types.UploadImportResponses] };
  checkImport: { data: types.CheckImportData; answer: types.CheckImportResponses[keyof types.CheckImportResponses] };
  startImport: { data: types.StartImportData; answer: types.StartImportResponses[keyof types.StartImportResponses] };
  stopImport: { data: types.StopImportData; answer: types.StopImportResponses[keyof types.StopImportResponses] };
  undoImport: { data: types.UndoImportData; answer: types.UndoImportResponses[keyof types.UndoImportResponses] };
  listInbox: { data: types.ListInboxData; answer: types.ListInboxResponses[keyof types.ListInboxResponses] };
  countInbox: { data: types.CountInboxData; answer: types.CountInboxResponses[keyof types.CountInboxResponses] };
  streamInbox: { data: types.StreamInboxData; answer: ReadableStream<Uint8Array> };
  readInbox: { data: types.ReadInboxData; answer: types.ReadInboxResponses[keyof types.ReadInboxResponses] };
  finishInbox: { data: types.FinishInboxData; answer: types.FinishInboxResponses[keyof types.FinishInboxResponses] };
  getInboxEntry: { data: types.GetInboxEntryData; answer: types.GetInboxEntryResponses[keyof types.GetInboxEntryResponses] };
  updateInboxEntry: { data: types.UpdateInboxEntryData; answer: types.UpdateInboxEntryResponses[keyof types.UpdateInboxEntryResponses] };
  getNotifications: { data: types.GetNotificationsData; answer: types.GetNotificationsResponses[keyof types.GetNotificationsResponses] };
  updateNotifications: { data: types.UpdateNotificationsData; answer: types.UpdateNotificationsResponses[keyof types.UpdateNotificationsResponses] };
  unsubscribe: { data: types.UnsubscribeData; answer: types.UnsubscribeResponses[keyof types.UnsubscribeResponses] };
  listLabels: { data: types.ListLabelsData; answer: types.ListLabelsResponses[keyof types.ListLabelsResponses] };
  createLabel: { data: types.CreateLabelData; answer: types.CreateLabelResponses[keyof types.CreateLabelResponses] };
  getLabel: { data: types.GetLabelData; answer: types.GetLabelResponses[keyof types.GetLabelResponses] };
  updateLabel: { data: types.UpdateLabelData; answer: types.UpdateLabelResponses[keyof types.UpdateLabelResponses] };
  deleteLabel: { data: types.DeleteLabelData; answer: types.DeleteLabelResponses[keyof types.DeleteLabelResponses] };
  listSprints: { data: types.ListSprintsData; answer: types.ListSprintsResponses[keyof types.ListSprintsResponses] };
  createSprint: { data: types.CreateSprintData; answer: types.CreateSprintResponses[keyof types.CreateSprintResponses] };
  getSprint: { data: types.GetSprintData; answer: types.GetSprintResponses[keyof types.GetSprintResponses] };
  updateSprint: { data: types.UpdateSprintData; answer: types.UpdateSprintResponses[keyof types.UpdateSprintResponses] };
  deleteSprint: { data: types.DeleteSprintData; answer: types.DeleteSprintResponses[keyof types.DeleteSprintResponses] };
  startSprint: { data: types.StartSprintData; answer: types.StartSprintResponses[keyof types.StartSprintResponses] };
  completeSprint: { data: types.CompleteSprintData; answer: types.CompleteSprintResponses[keyof types.CompleteSprintResponses] };
  cancelSprint: { data: types.CancelSprintData; answer: types.CancelSprintResponses[keyof types.CancelSprintResponses] };
  getSprintBurndown: { data: types.GetSprintBurndownData; answer: types.GetSprintBurndownResponses[keyof types.GetSprintBurndownResponses] };
  duplicateTask: { data: types.DuplicateTaskData; answer: types.DuplicateTaskResponses[keyof types.DuplicateTaskResponses] };
  listEpics: { data: types.ListEpicsData; answer: types.ListEpicsResponses[keyof types.ListEpicsResponses] };
  createEpic: { data: types.CreateEpicData; answer: types.CreateEpicResponses[keyof types.CreateEpicResponses] };
  getEpic: { data: types.GetEpicData; answer: types.GetEpicResponses[keyof types.GetEpicResponses] };
  updateEpic: { data: types.UpdateEpicData; answer: types.UpdateEpicResponses[keyof types.UpdateEpicResponses] };
  deleteEpic: { data: types.DeleteEpicData; answer: types.DeleteEpicResponses[keyof types.DeleteEpicResponses] };
  listComments: { data: types.ListCommentsData; answer: types.ListCommentsResponses[keyof types.ListCommentsResponses] };
  createComment: { data: types.CreateCommentData; answer: types.CreateCommentResponses[keyof types.CreateCommentResponses] };
  getComment: { data: types.GetCommentData; answer: types.GetCommentResponses[keyof types.GetCommentResponses] };
  updateComment: { data: types.UpdateCommentData; answer: types.UpdateCommentResponses[keyof types.UpdateCommentResponses] };
  deleteComment: { data: types.DeleteCommentData; answer: types.DeleteCommentResponses[keyof types.DeleteCommentResponses] };
  listPromises: { data: types.ListPromisesData; answer: types.ListPromisesResponses[keyof types.ListPromisesResponses] };
  listPromisesOfTask: { data: types.ListPromisesOfTaskData; answer: types.ListPromisesOfTaskResponses[keyof types.ListPromisesOfTaskResponses] };
  makePromise: { data: types.MakePromiseData; answer: types.MakePromiseResponses[keyof types.MakePromiseResponses] };
  withdrawPromise: { data: types.WithdrawPromiseData; answer: types.WithdrawPromiseResponses[keyof types.WithdrawPromiseResponses] };
  listTemplates: { data: types.ListTemplatesData; answer: types.ListTemplatesResponses[keyof types.ListTemplatesResponses] };
  createTemplate: { data: types.CreateTemplateData; answer: types.CreateTemplateResponses[keyof types.CreateTemplateResponses] };
  createTemplateFromTask: { data: types.CreateTemplateFromTaskData; answer: types.CreateTemplateFromTaskResponses[keyof types.CreateTemplateFromTaskResponses] };
  getTemplate: { data: types.GetTemplateData; answer: types.GetTemplateResponses[keyof types.GetTemplateResponses] };
  updateTemplate: { data: types.UpdateTemplateData; answer: types.UpdateTemplateResponses[keyof types.UpdateTemplateResponses] };
  deleteTemplate: { data: types.DeleteTemplateData; answer: types.DeleteTemplateResponses[keyof types.DeleteTemplateResponses] };
  listRecurrences: { data: types.ListRecurrencesData; answer: types.ListRecurrencesResponses[keyof types.ListRecurrencesResponses] };
  createRecurrence: { data: types.CreateRecurrenceData; answer: types.CreateRecurrenceResponses[keyof types.CreateRecurrenceResponses] };
  previewSchedule: { data: types.PreviewScheduleData; answer: types.PreviewScheduleResponses[keyof types.PreviewScheduleResponses] };
  getRecurrence: { data: types.GetRecurrenceData; answer: types.GetRecurrenceResponses[keyof types.GetRecurrenceResponses] };
  updateRecurrence: { data: types.UpdateRecurrenceData; answer: types.UpdateRecurrenceResponses[keyof types.UpdateRecurrenceResponses] };
  deleteRecurrence: { data: types.DeleteRecurrenceData; answer: types.DeleteRecurrenceResponses[keyof types.DeleteRecurrenceResponses] };
  runRecurrence: { data: types.RunRecurrenceData; answer: types.RunRecurrenceResponses[keyof types.RunRecurrenceResponses] };
  listTimeEntries: { data: types.ListTimeEntriesData; answer: types.ListTimeEntriesResponses[keyof types.ListTimeEntriesResponses] };
  createTimeEntry: { data: types.CreateTimeEntryData; answer: types.CreateTimeEntryResponses[keyof types.CreateTimeEntryResponses] };
  deleteTimeEntry: { data: types.DeleteTimeEntryData; answer: types.DeleteTimeEntryResponses[keyof types.DeleteTimeEntryResponses] };
  listEvents: { data: types.ListEventsData; answer: types.ListEventsResponses[keyof types.ListEventsResponses] };
  streamEvents: { data: types.StreamEventsData; answer: ReadableStream<Uint8Array> };
  listEventTypes: { data: types.ListEventTypesData; answer: types.ListEventTypesResponses[keyof types.ListEventTypesResponses] };
  listWebhooks: { data: types.ListWebhooksData; answer: types.ListWebhooksResponses[keyof types.ListWebhooksResponses] };
  createWebhook: { data: types.CreateWebhookData; answer: types.CreateWebhookResponses[keyof types.CreateWebhookResponses] };
  getWebhook: { data: types.GetWebhookData; answer: types.GetWebhookResponses[keyof types.GetWebhookResponses] };
  updateWebhook: { data: types.UpdateWebhookData; answer: types.UpdateWebhookResponses[keyof types.UpdateWebhookResponses] };
  deleteWebhook: { data: types.DeleteWebhookData; answer: types.DeleteWebhookResponses[keyof types.DeleteWebhookResponses] };
  pingWebhook: { data: types.PingWebhookData; answer: types.PingWebhookResponses[keyof types.PingWebhookResponses] };
  rotateWebhookSecret: { data: types.RotateWebhookSecretData; answer: types.RotateWebhookSecretResponses[keyof types.RotateWebhookSecretResponses] };
  listWebhookDeliveries: { data: types.ListWebhookDeliveriesData; answer: types.ListWebhookDeliveriesResponses[keyof types.ListWebhookDeliveriesResponses] };
  getWebhookDelivery: { data: types.GetWebhookDeliveryData; answer: types.GetWebhookDeliveryResponses[keyof types.GetWebhookDeliveryResponses] };
  redeliverFailedWebhookDeliveries: { data: types.RedeliverFailedWebhookDeliveriesData; answer: types.RedeliverFailedWebhookDeliveriesResponses[keyof types.RedeliverFailedWebhookDeliveriesResponses] };
  redeliverWebhookDelivery: { data: types.RedeliverWebhookDeliveryData; answer: types.RedeliverWebhookDeliveryResponses[keyof types.RedeliverWebhookDeliveryResponses] };
  listViews: { data: types.ListViewsData; answer: types.ListViewsResponses[keyof types.ListViewsResponses] };
  createView: { data: types.CreateViewData; answer: types.CreateViewResponses[keyof types.CreateViewResponses] };
  getView: { data: types.GetViewData; answer: types.GetViewResponses[keyof types.GetViewResponses] };
  updateView: { data: types.UpdateViewData; answer: types.UpdateViewResponses[keyof types.UpdateViewResponses] };
  deleteView: { data: types.DeleteViewData; answer: types.DeleteViewResponses[keyof types.DeleteViewResponses] };
  placeFavoriteView: { data: types.PlaceFavoriteViewData; answer: types.PlaceFavoriteViewResponses[keyof types.PlaceFavoriteViewResponses] };
  removeFavoriteView: { data: types.RemoveFavoriteViewData; answer: types.RemoveFavoriteViewResponses[keyof types.RemoveFavoriteViewResponses] };
  readCalendar: { data: types.ReadCalendarData; answer: types.ReadCalendarResponses[keyof types.ReadCalendarResponses] };
  listCalendarFeeds: { data: types.ListCalendarFeedsData; answer: types.ListCalendarFeedsResponses[keyof types.ListCalendarFeedsResponses] };
  createCalendarFeed: { data: types.CreateCalendarFeedData; answer: types.CreateCalendarFeedResponses[keyof types.CreateCalendarFeedResponses] };
  deleteCalendarFeed: { data: types.DeleteCalendarFeedData; answer: types.DeleteCalendarFeedResponses[keyof types.DeleteCalendarFeedResponses] };
  listCodeConnections: { data: types.ListCodeConnectionsData; answer: types.ListCodeConnectionsResponses[keyof types.ListCodeConnectionsResponses] };
  createCodeConnection: { data: types.CreateCodeConnectionData; answer: types.CreateCodeConnectionResponses[keyof types.CreateCodeConnectionResponses] };
  getCodeConnection: { data: types.GetCodeConnectionData; answer: types.GetCodeConnectionResponses[keyof types.GetCodeConnectionResponses] };
  updateCodeConnection: { data: types.UpdateCodeConnectionData; answer: types.UpdateCodeConnectionResponses[keyof types.UpdateCodeConnectionResponses] };
  deleteCodeConnection: { data: types.DeleteCodeConnectionData; answer: types.DeleteCodeConnectionResponses[keyof types.DeleteCodeConnectionResponses] };
  rotateCodeConnectionSecret: { data: types.RotateCodeConnectionSecretData; answer: types.RotateCodeConnectionSecretResponses[keyof types.RotateCodeConnectionSecretResponses] };
  listCodeDeliveries: { data: types.ListCodeDeliveriesData; answer: types.ListCodeDeliveriesResponses[keyof types.ListCodeDeliveriesResponses] };
  receiveCodeEvent: { data: types.ReceiveCodeEventData; answer: types.ReceiveCodeEventResponses[keyof types.ReceiveCodeEventResponses] };
  listTaskCode: { data: types.ListTaskCodeData; answer: types.ListTaskCodeResponses[keyof types.ListTaskCodeResponses] };
  linkPullRequest: { data: types.LinkPullRequestData; answer: types.LinkPullRequestResponses[keyof types.LinkPullRequestResponses] };
  unlinkTaskCode: { data: types.UnlinkTaskCodeData; answer: types.UnlinkTaskCodeResponses[keyof types.UnlinkTaskCodeResponses] };
  listWork: { data: types.ListWorkData; answer: types.ListWorkResponses[keyof types.ListWorkResponses] };
  takeWork: { data: types.TakeWorkData; answer: types.TakeWorkResponses[keyof types.TakeWorkResponses] };
  listReadyTasks: { data: types.ListReadyTasksData; answer: types.ListReadyTasksResponses[keyof types.ListReadyTasksResponses] };
  getWork: { data: types.GetWorkData; answer: types.GetWorkResponses[keyof types.GetWorkResponses] };
  takeNextWork: { data: types.TakeNextWorkData; answer: types.TakeNextWorkResponses[keyof types.TakeNextWorkResponses] };
  heartbeatWork: { data: types.HeartbeatWorkData; answer: types.HeartbeatWorkResponses[keyof types.HeartbeatWorkResponses] };
  addWorkActivity: { data: types.AddWorkActivityData; answer: types.AddWorkActivityResponses[keyof types.AddWorkActivityResponses] };
  replaceWorkPlan: { data: types.ReplaceWorkPlanData; answer: types.ReplaceWorkPlanResponses[keyof types.ReplaceWorkPlanResponses] };
  askAboutWork: { data: types.AskAboutWorkData; answer: types.AskAboutWorkResponses[keyof types.AskAboutWorkResponses] };
  answerWork: { data: types.AnswerWorkData; answer: types.AnswerWorkResponses[keyof types.AnswerWorkResponses] };
  submitWork: { data: types.SubmitWorkData; answer: types.SubmitWorkResponses[keyof types.SubmitWorkResponses] };
  releaseWork: { data: types.ReleaseWorkData; answer: types.ReleaseWorkResponses[keyof types.ReleaseWorkResponses] };
  failWork: { data: types.FailWorkData; answer: types.FailWorkResponses[keyof types.FailWorkResponses] };
  reviewWork: { data: types.ReviewWorkData; answer: types.ReviewWorkResponses[keyof types.ReviewWorkResponses] };
  stopWork: { data: types.StopWorkData; answer: types.StopWorkResponses[keyof types.StopWorkResponses] };
  listWorkOfTask: { data: types.ListWorkOfTaskData; answer: types.ListWorkOfTaskResponses[keyof types.ListWorkOfTaskResponses] };
  listWorkflowLanes: { data: types.ListWorkflowLanesData; answer: types.ListWorkflowLanesResponses[keyof types.ListWorkflowLanesResponses] };
  replaceWorkflowLanes: { data: types.ReplaceWorkflowLanesData; answer: types.ReplaceWorkflowLanesResponses[keyof types.ReplaceWorkflowLanesResponses] };
  updateWorkflowLane: { data: types.UpdateWorkflowLaneData; answer: types.UpdateWorkflowLaneResponses[keyof types.UpdateWorkflowLaneResponses] };
  previewNewColleague: { data: types.PreviewNewColleagueData; answer: types.PreviewNewColleagueResponses[keyof types.PreviewNewColleagueResponses] };
  previewColleague: { data: types.PreviewColleagueData; answer: types.PreviewColleagueResponses[keyof types.PreviewColleagueResponses] };
  listColleagues: { data: types.ListColleaguesData; answer: types.ListColleaguesResponses[keyof types.ListColleaguesResponses] };
  createColleague: { data: types.CreateColleagueData; answer: types.CreateColleagueResponses[keyof types.CreateColleagueResponses] };
  listColleaguePresets: { data: types.ListColleaguePresetsData; answer: types.ListColleaguePresetsResponses[keyof types.ListColleaguePresetsResponses] };
  getColleague: { data: types.GetColleagueData; answer: types.GetColleagueResponses[keyof types.GetColleagueResponses] };
  updateColleague: { data: types.UpdateColleagueData; answer: types.UpdateColleagueResponses[keyof types.UpdateColleagueResponses] };
  deleteColleague: { data: types.DeleteColleagueData; answer: types.DeleteColleagueResponses[keyof types.DeleteColleagueResponses] };
  listColleagueRuns: { data: types.ListColleagueRunsData; answer: types.ListColleagueRunsResponses[keyof types.ListColleagueRunsResponses] };
  listColleagueActivity: { data: types.ListColleagueActivityData; answer: types.ListColleagueActivityResponses[keyof types.ListColleagueActivityResponses] };
  getColleagueStats: { data: types.GetColleagueStatsData; answer: types.GetColleagueStatsResponses[keyof types.GetColleagueStatsResponses] };
  giveColleagueFeedback: { data: types.GiveColleagueFeedbackData; answer: types.GiveColleagueFeedbackResponses[keyof types.GiveColleagueFeedbackResponses] };
  scanColleague: { data: types.ScanColleagueData; answer: types.ScanColleagueResponses[keyof types.ScanColleagueResponses] };
  aiCheckColleague: { data: types.AiCheckColleagueData; answer: types.AiCheckColleagueResponses[keyof types.AiCheckColleagueResponses] };
  getColleagueAiCheck: { data: types.GetColleagueAiCheckData; answer: types.GetColleagueAiCheckResponses[keyof types.GetColleagueAiCheckResponses] };
  testColleagueChannel: { data: types.TestColleagueChannelData; answer: types.TestColleagueChannelResponses[keyof types.TestColleagueChannelResponses] };
  getAuthorizationRequest: { data: types.GetAuthorizationRequestData; answer: types.GetAuthorizationRequestResponses[keyof types.GetAuthorizationRequestResponses] };
  answerAuthorizationRequest: { data: types.AnswerAuthorizationRequestData; answer: types.AnswerAuthorizationRequestResponses[keyof types.AnswerAuthorizationRequestResponses] };
  listMyGrants: { data: types.ListMyGrantsData; answer: types.ListMyGrantsResponses[keyof types.ListMyGrantsResponses] };
  deleteMyGrant: { data: types.DeleteMyGrantData; answer: types.DeleteMyGrantResponses[keyof types.DeleteMyGrantResponses] };
  listGrants: { data: types.ListGrantsData; answer: types.ListGrantsResponses[keyof types.ListGrantsResponses] };
  deleteGrant: { data: types.DeleteGrantData; answer: types.DeleteGrantResponses[keyof types.DeleteGrantResponses] };
}
