import { Injectable } from '@nestjs/common';
import { Database } from '#core/database/database.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { withDefaults } from '../settings/notification-choices.js';
import { NotificationSettingsService } from '../settings/notification-settings.service.js';
import type { CompanyContext } from './inbox-log.js';
import type { Person } from './notices.js';

/** What decides whether people are told, as it is now. */
@Injectable()
export class People {
  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly settings: NotificationSettingsService,
  ) {}

  async find(
    context: CompanyContext,
    userIds: readonly string[],
    projectIds: readonly string[],
  ): Promise<Map<string, Person>> {
    if (userIds.length === 0) return new Map();
    const reach = await this.access.findReach(context, userIds, projectIds);
    const choices = await this.settings.findAll(context, userIds);
    const rows = await this.database.rows<{ id: string; levels: Record<string, string> | null }>(
      context,
      {
        name: 'inbox-people',
        text: `SELECT u.id, (SELECT json_object_agg(w.project_id, w.level) FROM project_watches w
            WHERE w.company_id = $1 AND w.user_id = u.id AND w.project_id = ANY ($3::uuid[])) AS levels
          FROM users u WHERE u.company_id = $1 AND u.id = ANY ($2::uuid[]) AND u.active`,
      },
      [context.companyId, userIds, projectIds],
    );
    return new Map(
      rows.map(({ id, levels }) => [
        id,
        {
          isActive: true,
          reach: reach.get(id) ?? { reachesAll: false, projectIds: new Set<string>() },
          choices: choices.get(id) ?? withDefaults(),
          levels: new Map(Object.entries(levels ?? {})),
        },
      ]),
    );
  }
}
