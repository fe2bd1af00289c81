import { Injectable } from '@nestjs/common';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { withDefaults } from '../settings/notification-choices.js';
import { NotificationSettingsService } from '../settings/notification-settings.service.js';
import { type CompanyContext, InboxLogRepository } from './inbox-log.repository.js';
import type { Person } from './notices.js';

/** What decides whether people are told, as it is now. */
@Injectable()
export class People {
  constructor(
    private readonly log: InboxLogRepository,
    private readonly access: ProjectAccess,
    private readonly settings: NotificationSettingsService,
  ) {}

  async findPeople(
    context: CompanyContext,
    userIds: readonly string[],
    projectIds: readonly string[],
  ): Promise<Map<string, Person>> {
    if (userIds.length === 0) return new Map();
    const reach = await this.access.findReach(context, userIds, projectIds);
    const choices = await this.settings.findAll(context, userIds);
    const rows = await this.log.findActive(context, userIds, projectIds);
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
