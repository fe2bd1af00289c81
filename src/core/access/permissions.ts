import { Role, ROLES } from '../company-scope/role.js';

/** Every permission and the least role that has it. */
export const LEAST_ROLE = {
  'company-data:read': 'VIEWER',
  'own-profile:write': 'VIEWER',
  'own-api-keys:write': 'VIEWER',
  'own-views:write': 'VIEWER',
  'own-inbox:write': 'VIEWER',
  'own-calendar-feeds:write': 'VIEWER',
  'projects:write': 'MEMBER',
  'tasks:write': 'MEMBER',
  'comments:write': 'MEMBER',
  'attachments:write': 'MEMBER',
  'epics:write': 'MEMBER',
  'labels:write': 'MEMBER',
  'sprints:write': 'MEMBER',
  'colleagues:run': 'MEMBER',
  'time-entries:write': 'MEMBER',
  'promises:make': 'MEMBER',
  'templates:write': 'MEMBER',
  'recurrences:write': 'MEMBER',
  'work:do': 'MEMBER',
  'work:review': 'MEMBER',
  'views:share': 'MEMBER',
  'projects:administer': 'ADMIN',
  'api-keys:administer': 'ADMIN',
  'users:write': 'ADMIN',
  'teams:write': 'ADMIN',
  'lanes:write': 'ADMIN',
  'fields:write': 'ADMIN',
  'tasks:administer': 'ADMIN',
  'comments:administer': 'ADMIN',
  'attachments:administer': 'ADMIN',
  'time-entries:administer': 'ADMIN',
  'promises:administer': 'ADMIN',
  'templates:administer': 'ADMIN',
  'company:write': 'ADMIN',
  'colleagues:write': 'ADMIN',
  'webhooks:administer': 'ADMIN',
  'grants:administer': 'ADMIN',
  'code:administer': 'ADMIN',
  'audit-log:read': 'ADMIN',
  'trash:empty': 'ADMIN',
  'views:administer': 'ADMIN',
  'imports:administer': 'ADMIN',
  'exports:administer': 'ADMIN',
  'company:export': 'OWNER',
  'company:delete': 'OWNER',
  'sso:administer': 'OWNER',
} as const satisfies Record<string, Role>;

export type Permission = keyof typeof LEAST_ROLE;

export function hasPermission(role: Role, permission: Permission): boolean {
  return ROLES.indexOf(role) >= ROLES.indexOf(LEAST_ROLE[permission]);
}
