import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import { ValidationError } from '../../common/errors/app-error.js';
import type { List } from '../../common/http/list.js';
import type { PageQuery } from '../../common/http/page.query.js';
import { AgentCache } from '../../core/auth/agent-cache.js';
import { Callers } from '../../core/auth/callers.js';
import type { RequestContext, TransactionContext } from '../../core/company-scope/request-context.js';
import { changesOf } from '../../core/events/changes.js';
import { OutboundHttp } from '../../core/outbound/outbound-http.js';
import { unannounced } from '../../core/events/domain-event.js';
import { ProjectAccess } from '../projects/project-access.service.js';
import { UsersService } from '../users/users.service.js';
import { ColleagueHistory } from './runs/colleague-history.js';
import { effectiveSettings, mergeOverrides } from './settings/colleague-settings.js';
import { type ColleagueRole, presetOf } from './settings/role-presets.js';
import { DEFAULT_SCHEDULE, mergeSchedule, nextRunAfter, nextRunsAfter } from './settings/schedule.js';
import type { CreateVirtualColleague, UpdateVirtualColleague } from './virtual-colleague-input.dto.js';
import {
  toColleagueResponse,
  type VirtualColleagueDetailResponse,
  type VirtualColleagueResponse,
} from './virtual-colleague.dto.js';
import { type ColleagueRow, VirtualColleaguesRepository } from './virtual-colleagues.repository.js';

const CHANGEABLE = ['name', 'role', 'description', 'avatar', 'active', 'ownerId', 'chatUrl'] as const;
/** How many moments of its schedule a single colleague has (extensions 8.4). */
const SHOWN_RUNS = 5;
const SCHEDULE = ['frequency', 'time', 'timezone'] as const;

/** The colleagues of a company (decisions 10). Their changes have no events. */
@Injectable()
export class VirtualColleaguesService {
  private readonly leaving: ((tx: TransactionContext, id: string) => Promise<void>)[] = [];

  constructor(
    private readonly colleagues: VirtualColleaguesRepository,
    private readonly history: ColleagueHistory,
    private readonly access: ProjectAccess,
    private readonly users: UsersService,
    private readonly outbound: OutboundHttp,
    private readonly callers: Callers,
    private readonly agents: AgentCache,
  ) {}

  /** Has `leave` called for each colleague that is about to be deleted: nothing refers to it afterwards. */
  beforeRemove(leave: (tx: TransactionContext, id: string) => Promise<void>): void {
    this.leaving.push(leave);
  }

  findAll(context: RequestContext, query: PageQuery): Promise<List<VirtualColleagueResponse>> {
    return this.colleagues.findAll(context, query);
  }

  async findOne(context: RequestContext, id: string): Promise<VirtualColleagueDetailResponse> {
    const colleague = toColleagueResponse(context, await this.colleagues.getOne(context, id));
    const { active, schedule } = colleague;
    const nextRuns = active ? nextRunsAfter(schedule, new Date().toISOString(), SHOWN_RUNS) : [];
    return { ...colleague, recentActivity: await this.history.findRecent(context, id), nextRuns };
  }

  create(context: RequestContext, input: CreateVirtualColleague): Promise<VirtualColleagueResponse> {
    const { name, role, description = null, avatar = null, active = true, projectIds = [] } = input;
    const chatUrl = this.chatUrlOf(input) ?? null;
    const schedule = mergeSchedule(DEFAULT_SCHEDULE, input.schedule);
    ensureFitting(role, input.settings);
    return this.callers.commit(context, async (tx) => {
      await this.ensureReferences(tx, input);
      const colleague = await this.colleagues.insert(tx, {
        name,
        role,
        description,
        avatar,
        active,
        projectIds,
        chatUrl,
        ...schedule,
        allProjects: projectIds.length === 0,
        settings: mergeOverrides({}, input.settings ?? {}),
        ownerId: input.ownerId ?? context.userId,
        nextRunAt: active ? nextRunAfter(schedule, new Date().toISOString()) : null,
      });
      return unannounced(toColleagueResponse(context, colleague));
    });
  }

  update(context: RequestContext, id: string, input: UpdateVirtualColleague): Promise<VirtualColleagueResponse> {
    const chatUrl = this.chatUrlOf(input);
    return this.callers.commit(context, async (tx) => {
      const before = await this.colleagues.getOneForUpdate(tx, id);
      ensureFitting(input.role ?? before.role, input.settings);
      await this.ensureReferences(tx, input, before.ownerId);
      const after = changed(before, { ...input, chatUrl });
      const changes = changesBetween(before, after);
      if (Object.keys(changes).length > 0) {
        await this.agents.announce(tx, id);
        const colleague = await this.colleagues.update(tx, before, { ...changes, settings: after.settings });
        return unannounced(toColleagueResponse(context, colleague));
      }
      if (!isDeepStrictEqual(after.settings, before.settings)) {
        await this.colleagues.keepSettings(tx, before, after.settings);
      }
      return unannounced(toColleagueResponse(context, before));
    });
  }

  /** Deletes the colleague with all it has done (service.md). */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.callers.commit(context, async (tx) => {
      await this.colleagues.getOneForUpdate(tx, id);
      for (const leave of this.leaving) await leave(tx, id);
      await this.colleagues.delete(tx, id);
      await this.agents.announce(tx, id);
      return unannounced(undefined);
    });
  }

  /** Undefined keeps the chat as it is; null removes it. */
  private chatUrlOf({ notifications }: Pick<UpdateVirtualColleague, 'notifications'>): string | null | undefined {
    if (notifications === null || notifications?.chat === null) return null;
    const url = notifications?.chat?.webhookUrl;
    if (url !== undefined) this.outbound.ensureAllowed(url, 'notifications.chat.webhookUrl');
    return url;
  }

  /** The present owner may be deactivated; a new one may not. @throws NotFoundError of a project or the owner */
  private async ensureReferences(
    tx: TransactionContext,
    { projectIds, ownerId }: Pick<UpdateVirtualColleague, 'projectIds' | 'ownerId'>,
    presentOwnerId?: string,
  ): Promise<void> {
    if (projectIds && projectIds.length > 0) await this.access.ensureReachable(tx, projectIds);
    if (ownerId !== undefined && ownerId !== presentOwnerId) await this.users.getActive(tx, ownerId);
  }
}

/** @throws ValidationError about settings that the role does not have (agents 4.4) */
function ensureFitting(role: ColleagueRole, settings: UpdateVirtualColleague['settings']): void {
  if (!settings?.work || role === 'agent') return;
  throw new ValidationError({ 'settings.work': 'Only colleagues of role agent have limits of work' });
}

type Input = Omit<UpdateVirtualColleague, 'notifications'> & { chatUrl: string | null | undefined };

/** The colleague after the change. A new schedule and enabling the colleague set the next run at once. */
function changed(before: ColleagueRow, { schedule: partial, settings, projectIds, ...input }: Input): ColleagueRow {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const schedule = mergeSchedule(before, partial);
  const after: ColleagueRow = { ...before, ...(given as Partial<ColleagueRow>), ...schedule };
  if (settings !== undefined) after.settings = mergeOverrides(before.settings, settings);
  if (projectIds) Object.assign(after, { projectIds, allProjects: projectIds.length === 0 });
  const isRescheduled = Object.keys(changesOf(before, after, [...SCHEDULE, 'active'])).length > 0;
  if (!after.active) after.nextRunAt = null;
  else if (isRescheduled) after.nextRunAt = nextRunAfter(schedule, new Date().toISOString());
  return after;
}

/** The columns that the response would show differently. */
function changesBetween(before: ColleagueRow, after: ColleagueRow): Partial<ColleagueRow> {
  const names = Object.keys(
    changesOf(before, after, [...CHANGEABLE, ...SCHEDULE, 'allProjects', 'nextRunAt']),
  ) as (keyof ColleagueRow)[];
  if (before.projectIds.join() !== after.projectIds.join()) names.push('projectIds');
  const settingsOf = ({ role, settings }: ColleagueRow) => JSON.stringify(effectiveSettings(presetOf(role), settings));
  if (settingsOf(before) !== settingsOf(after)) names.push('settings');
  return Object.fromEntries(names.map((name) => [name, after[name]]));
}
