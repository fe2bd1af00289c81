// Generated from openapi.json: npm run sdk:generate

import type * as types from './types.gen.js';

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  /** It has cursor pages. */
  readonly hasCursor?: true;
}

/** What the client knows of each operation at run time. */
export const OPERATIONS = {
  getHealth: { method: 'GET', path: '/health' },
  getReadiness: { method: 'GET', path: '/health/ready' },
  listProjects: { method: 'GET', path: '/projects' },
  createProject: { method: 'POST', path: '/projects' },
  getProject: { method: 'GET', path: '/projects/{id}' },
  updateProject: { method: 'PUT', path: '/projects/{id}' },
  deleteProject: { method: 'DELETE', path: '/projects/{id}' },
  archiveProject: { method: 'POST', path: '/projects/{id}/archive' },
  unarchiveProject: { method: 'POST', path: '/projects/{id}/unarchive' },
  setProjectMember: { method: 'PUT', path: '/projects/{id}/members/{userId}' },
  removeProjectMember: { method: 'DELETE', path: '/projects/{id}/members/{userId}' },
  watchProject: { method: 'PUT', path: '/projects/{id}/watch' },
  listTasks: { method: 'GET', path: '/tasks', hasCursor: true },
  createTask: { method: 'POST', path: '/tasks' },
  bulkUpdateTasks: { method: 'POST', path: '/tasks/bulk' },
  bulkCreateTasks: { method: 'POST', path: '/tasks/bulk-create' },
  bulkDeleteTasks: { method: 'POST', path: '/tasks/bulk-delete' },
  getTask: { method: 'GET', path: '/tasks/{id}' },
  updateTask: { method: 'PUT', path: '/tasks/{id}' },
  deleteTask: { method: 'DELETE', path: '/tasks/{id}' },
  moveTask: { method: 'POST', path: '/tasks/{id}/move' },
  listTaskActivity: { method: 'GET', path: '/tasks/{id}/activity' },
  listTaskBlockers: { method: 'GET', path: '/tasks/{id}/blockers' },
  addTaskBlocker: { method: 'POST', path: '/tasks/{id}/blockers' },
  listBlockedTasks: { method: 'GET', path: '/tasks/{id}/blocking' },
  removeTaskBlocker: { method: 'DELETE', path: '/tasks/{id}/blockers/{taskId}' },
  listFilterFields: { method: 'GET', path: '/filter-fields' },
  checkFilter: { method: 'POST', path: '/filters/check' },
  groupTasks: { method: 'GET', path: '/tasks/groups' },
  listTaskWatchers: { method: 'GET', path: '/tasks/{id}/watchers' },
  watchTask: { method: 'PUT', path: '/tasks/{id}/watch' },
  unwatchTask: { method: 'DELETE', path: '/tasks/{id}/watch' },
  register: { method: 'POST', path: '/register' },
  login: { method: 'POST', path: '/login' },
  requestPasswordReset: { method: 'POST', path: '/password-reset' },
  confirmPasswordReset: { method: 'POST', path: '/password-reset/confirm' },
  removeSecondFactor: { method: 'DELETE', path: '/users/{id}/second-factor' },
  getMe: { method: 'GET', path: '/me' },
  updateMe: { method: 'PUT', path: '/me' },
  changePassword: { method: 'PUT', path: '/me/password' },
  listMySessions: { method: 'GET', path: '/me/sessions' },
  endMyOtherSessions: { method: 'DELETE', path: '/me/sessions' },
  endMySession: { method: 'DELETE', path: '/me/sessions/{id}' },
  beginPasskeySession: { method: 'POST', path: '/session/passkey/options' },
  createPasskeySession: { method: 'POST', path: '/session/passkey' },
  listMyPasskeys: { method: 'GET', path: '/me/passkeys' },
  addPasskey: { method: 'POST', path: '/me/passkeys' },
  beginPasskey: { method: 'POST', path: '/me/passkeys/options' },
  updatePasskey: { method: 'PUT', path: '/me/passkeys/{id}' },
  removePasskey: { method: 'DELETE', path: '/me/passkeys/{id}' },
  getSession: { method: 'GET', path: '/session' },
  createSession: { method: 'POST', path: '/session' },
  deleteSession: { method: 'DELETE', path: '/session' },
  getTotp: { method: 'GET', path: '/me/totp' },
  setUpTotp: { method: 'POST', path: '/me/totp' },
  removeTotp: { method: 'DELETE', path: '/me/totp' },
  confirmTotp: { method: 'POST', path: '/me/totp/confirm' },
  renewRecoveryCodes: { method: 'POST', path: '/me/totp/recovery-codes' },
  listUserSessions: { method: 'GET', path: '/users/{id}/sessions' },
  endUserSessions: { method: 'DELETE', path: '/users/{id}/sessions' },
  listAuditLog: { method: 'GET', path: '/audit-log', hasCursor: true },
  listMyIdentities: { method: 'GET', path: '/me/identities' },
  linkIdentity: { method: 'POST', path: '/me/identities/sso' },
  removeIdentity: { method: 'DELETE', path: '/me/identities/{id}' },
  getSingleSignOn: { method: 'GET', path: '/company/sso' },
  putSingleSignOn: { method: 'PUT', path: '/company/sso' },
  removeSingleSignOn: { method: 'DELETE', path: '/company/sso' },
  testSingleSignOn: { method: 'POST', path: '/company/sso/test' },
  verifyDomain: { method: 'POST', path: '/company/sso/domains/{name}/verify' },
  startSingleSignOn: { method: 'POST', path: '/session/sso' },
  finishSingleSignOn: { method: 'POST', path: '/session/sso/callback' },
  getCompany: { method: 'GET', path: '/company' },
  updateCompany: { method: 'PUT', path: '/company' },
  listUsers: { method: 'GET', path: '/users' },
  createUser: { method: 'POST', path: '/users' },
  getUser: { method: 'GET', path: '/users/{id}' },
  updateUser: { method: 'PUT', path: '/users/{id}' },
  eraseUser: { method: 'DELETE', path: '/users/{id}' },
  listApiKeys: { method: 'GET', path: '/api-keys' },
  createApiKey: { method: 'POST', path: '/api-keys' },
  getApiKeyUsage: { method: 'GET', path: '/api-keys/{id}/usage' },
  revokeApiKey: { method: 'DELETE', path: '/api-keys/{id}' },
  listTeams: { method: 'GET', path: '/teams' },
  createTeam: { method: 'POST', path: '/teams' },
  getTeam: { method: 'GET', path: '/teams/{id}' },
  updateTeam: { method: 'PUT', path: '/teams/{id}' },
  deleteTeam: { method: 'DELETE', path: '/teams/{id}' },
  addTeamMember: { method: 'POST', path: '/teams/{id}/members' },
  removeTeamMember: { method: 'DELETE', path: '/teams/{id}/members/{userId}' },
  listAttachments: { method: 'GET', path: '/tasks/{id}/attachments' },
  createAttachment: { method: 'POST', path: '/tasks/{id}/attachments' },
  getAttachment: { method: 'GET', path: '/attachments/{id}' },
  updateAttachment: { method: 'PUT', path: '/attachments/{id}' },
  deleteAttachment: { method: 'DELETE', path: '/attachments/{id}' },
  getAttachmentContent: { method: 'GET', path: '/attachments/{id}/content' },
  sendAttachmentContent: { method: 'PUT', path: '/attachments/{id}/content' },
  getAttachmentPreview: { method: 'GET', path: '/attachments/{id}/preview' },
  getAttachmentLink: { method: 'GET', path: '/attachments/{id}/link' },
  getSharedFile: { method: 'GET', path: '/files/{id}' },
  listImports: { method: 'GET', path: '/imports' },
  createImport: { method: 'POST', path: '/imports' },
  getImport: { method: 'GET', path: '/imports/{id}' },
  updateImport: { method: 'PUT', path: '/imports/{id}' },
  deleteImport: { method: 'DELETE', path: '/imports/{id}' },
  uploadImport: { method: 'PUT', path: '/imports/{id}/content' },
  checkImport: { method: 'POST', path: '/imports/{id}/check' },
  startImport: { method: 'POST', path: '/imports/{id}/start' },
  stopImport: { method: 'POST', path: '/imports/{id}/stop' },
  undoImport: { method: 'POST', path: '/imports/{id}/undo' },
  listInbox: { method: 'GET', path: '/inbox', hasCursor: true },
  countInbox: { method: 'GET', path: '/inbox/count' },
  streamInbox: { method: 'GET', path: '/inbox/stream' },
  readInbox: { method: 'POST', path: '/inbox/read-all' },
  finishInbox: { method: 'POST', path: '/inbox/done-all' },
  getInboxEntry: { method: 'GET', path: '/inbox/{id}' },
  updateInboxEntry: { method: 'PUT', path: '/inbox/{id}' },
  getNotifications: { method: 'GET', path: '/me/notifications' },
  updateNotifications: { method: 'PUT', path: '/me/notifications' },
  unsubscribe: { method: 'POST', path: '/unsubscribe' },
  listLabels: { method: 'GET', path: '/labels' },
  createLabel: { method: 'POST', path: '/labels' },
  getLabel: { method: 'GET', path: '/labels/{id}' },
  updateLabel: { method: 'PUT', path: '/labels/{id}' },
  deleteLabel: { method: 'DELETE', path: '/labels/{id}' },
  listSprints: { method: 'GET', path: '/sprints' },
  createSprint: { method: 'POST', path: '/sprints' },
  getSprint: { method: 'GET', path: '/sprints/{id}' },
  updateSprint: { method: 'PUT', path: '/sprints/{id}' },
  deleteSprint: { method: 'DELETE', path: '/sprints/{id}' },
  startSprint: { method: 'POST', path: '/sprints/{id}/start' },
  completeSprint: { method: 'POST', path: '/sprints/{id}/complete' },
  cancelSprint: { method: 'POST', path: '/sprints/{id}/cancel' },
  getSprintBurndown: { method: 'GET', path: '/sprints/{id}/burndown' },
  listEpics: { method: 'GET', path: '/epics' },
  createEpic: { method: 'POST', path: '/epics' },
  getEpic: { method: 'GET', path: '/epics/{id}' },
  updateEpic: { method: 'PUT', path: '/epics/{id}' },
  deleteEpic: { method: 'DELETE', path: '/epics/{id}' },
  listComments: { method: 'GET', path: '/tasks/{id}/comments' },
  createComment: { method: 'POST', path: '/tasks/{id}/comments' },
  updateComment: { method: 'PUT', path: '/comments/{id}' },
  deleteComment: { method: 'DELETE', path: '/comments/{id}' },
  listTimeEntries: { method: 'GET', path: '/tasks/{id}/time-entries' },
  createTimeEntry: { method: 'POST', path: '/tasks/{id}/time-entries' },
  deleteTimeEntry: { method: 'DELETE', path: '/time-entries/{id}' },
  listEvents: { method: 'GET', path: '/events' },
  streamEvents: { method: 'GET', path: '/events/stream' },
  listEventTypes: { method: 'GET', path: '/event-types' },
  listWebhooks: { method: 'GET', path: '/webhooks' },
  createWebhook: { method: 'POST', path: '/webhooks' },
  getWebhook: { method: 'GET', path: '/webhooks/{id}' },
  updateWebhook: { method: 'PUT', path: '/webhooks/{id}' },
  deleteWebhook: { method: 'DELETE', path: '/webhooks/{id}' },
  pingWebhook: { method: 'POST', path: '/webhooks/{id}/ping' },
  rotateWebhookSecret: { method: 'POST', path: '/webhooks/{id}/rotate-secret' },
  listWebhookDeliveries: { method: 'GET', path: '/webhooks/{id}/deliveries' },
  getWebhookDelivery: { method: 'GET', path: '/webhooks/{id}/deliveries/{deliveryId}' },
  redeliverFailedWebhookDeliveries: { method: 'POST', path: '/webhooks/{id}/deliveries/redeliver' },
  redeliverWebhookDelivery: { method: 'POST', path: '/webhooks/{id}/deliveries/{deliveryId}/redeliver' },
  listViews: { method: 'GET', path: '/views' },
  createView: { method: 'POST', path: '/views' },
  getView: { method: 'GET', path: '/views/{id}' },
  updateView: { method: 'PUT', path: '/views/{id}' },
  deleteView: { method: 'DELETE', path: '/views/{id}' },
  placeFavoriteView: { method: 'PUT', path: '/views/{id}/favorite' },
  removeFavoriteView: { method: 'DELETE', path: '/views/{id}/favorite' },
  listWork: { method: 'GET', path: '/work' },
  takeWork: { method: 'POST', path: '/work' },
  listReadyTasks: { method: 'GET', path: '/work/ready' },
  getWork: { method: 'GET', path: '/work/{id}' },
  takeNextWork: { method: 'POST', path: '/work/next' },
  heartbeatWork: { method: 'POST', path: '/work/{id}/heartbeat' },
  addWorkActivity: { method: 'POST', path: '/work/{id}/activities' },
  replaceWorkPlan: { method: 'PUT', path: '/work/{id}/plan' },
  askAboutWork: { method: 'POST', path: '/work/{id}/ask' },
  answerWork: { method: 'POST', path: '/work/{id}/answer' },
  submitWork: { method: 'POST', path: '/work/{id}/submit' },
  releaseWork: { method: 'POST', path: '/work/{id}/release' },
  failWork: { method: 'POST', path: '/work/{id}/fail' },
  reviewWork: { method: 'POST', path: '/work/{id}/review' },
  stopWork: { method: 'POST', path: '/work/{id}/stop' },
  listWorkOfTask: { method: 'GET', path: '/tasks/{id}/work' },
  listWorkflowLanes: { method: 'GET', path: '/workflow-lanes' },
  replaceWorkflowLanes: { method: 'PUT', path: '/workflow-lanes' },
  previewNewColleague: { method: 'POST', path: '/virtual-colleagues/preview' },
  previewColleague: { method: 'POST', path: '/virtual-colleagues/{id}/preview' },
  listColleagues: { method: 'GET', path: '/virtual-colleagues' },
  createColleague: { method: 'POST', path: '/virtual-colleagues' },
  listColleaguePresets: { method: 'GET', path: '/virtual-colleagues/presets' },
  getColleague: { method: 'GET', path: '/virtual-colleagues/{id}' },
  updateColleague: { method: 'PUT', path: '/virtual-colleagues/{id}' },
  deleteColleague: { method: 'DELETE', path: '/virtual-colleagues/{id}' },
  listColleagueRuns: { method: 'GET', path: '/virtual-colleagues/{id}/scan-history' },
  listColleagueActivity: { method: 'GET', path: '/virtual-colleagues/{id}/activity' },
  getColleagueStats: { method: 'GET', path: '/virtual-colleagues/{id}/stats' },
  giveColleagueFeedback: { method: 'POST', path: '/virtual-colleagues/{id}/activity/{activityId}/feedback' },
  scanColleague: { method: 'POST', path: '/virtual-colleagues/{id}/scan' },
  aiCheckColleague: { method: 'POST', path: '/virtual-colleagues/{id}/ai-check' },
} as const satisfies Record<string, Operation>;

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
  getTask: { data: types.GetTaskData; answer: types.GetTaskResponses[keyof types.GetTaskResponses] };
  updateTask: { data: types.UpdateTaskData; answer: types.UpdateTaskResponses[keyof types.UpdateTaskResponses] };
  deleteTask: { data: types.DeleteTaskData; answer: types.DeleteTaskResponses[keyof types.DeleteTaskResponses] };
  moveTask: { data: types.MoveTaskData; answer: types.MoveTaskResponses[keyof types.MoveTaskResponses] };
  listTaskActivity: { data: types.ListTaskActivityData; answer: types.ListTaskActivityResponses[keyof types.ListTaskActivityResponses] };
  listTaskBlockers: { data: types.ListTaskBlockersData; answer: types.ListTaskBlockersResponses[keyof types.ListTaskBlockersResponses] };
  addTaskBlocker: { data: types.AddTaskBlockerData; answer: types.AddTaskBlockerResponses[keyof types.AddTaskBlockerResponses] };
  listBlockedTasks: { data: types.ListBlockedTasksData; answer: types.ListBlockedTasksResponses[keyof types.ListBlockedTasksResponses] };
  removeTaskBlocker: { data: types.RemoveTaskBlockerData; answer: types.RemoveTaskBlockerResponses[keyof types.RemoveTaskBlockerResponses] };
  listFilterFields: { data: types.ListFilterFieldsData; answer: types.ListFilterFieldsResponses[keyof types.ListFilterFieldsResponses] };
  checkFilter: { data: types.CheckFilterData; answer: types.CheckFilterResponses[keyof types.CheckFilterResponses] };
  groupTasks: { data: types.GroupTasksData; answer: types.GroupTasksResponses[keyof types.GroupTasksResponses] };
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
  getCompany: { data: types.GetCompanyData; answer: types.GetCompanyResponses[keyof types.GetCompanyResponses] };
  updateCompany: { data: types.UpdateCompanyData; answer: types.UpdateCompanyResponses[keyof types.UpdateCompanyResponses] };
  listUsers: { data: types.ListUsersData; answer: types.ListUsersResponses[keyof types.ListUsersResponses] };
  createUser: { data: types.CreateUserData; answer: types.CreateUserResponses[keyof types.CreateUserResponses] };
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
  listEpics: { data: types.ListEpicsData; answer: types.ListEpicsResponses[keyof types.ListEpicsResponses] };
  createEpic: { data: types.CreateEpicData; answer: types.CreateEpicResponses[keyof types.CreateEpicResponses] };
  getEpic: { data: types.GetEpicData; answer: types.GetEpicResponses[keyof types.GetEpicResponses] };
  updateEpic: { data: types.UpdateEpicData; answer: types.UpdateEpicResponses[keyof types.UpdateEpicResponses] };
  deleteEpic: { data: types.DeleteEpicData; answer: types.DeleteEpicResponses[keyof types.DeleteEpicResponses] };
  listComments: { data: types.ListCommentsData; answer: types.ListCommentsResponses[keyof types.ListCommentsResponses] };
  createComment: { data: types.CreateCommentData; answer: types.CreateCommentResponses[keyof types.CreateCommentResponses] };
  updateComment: { data: types.UpdateCommentData; answer: types.UpdateCommentResponses[keyof types.UpdateCommentResponses] };
  deleteComment: { data: types.DeleteCommentData; answer: types.DeleteCommentResponses[keyof types.DeleteCommentResponses] };
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
}
