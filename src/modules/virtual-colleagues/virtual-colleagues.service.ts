import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import { ValidationError } from '#common/errors/app-error.js';
import type { AuditRecord, AuditTarget } from '#core/audit/audit-entry.js';
import { AgentCache } from '#core/access/agent-cache.js';
import { CallerCheck } from '#core/access/caller-check.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { beginning, changesOf, listChange } from '#core/events/changes.js';
import { Hooks } from '#core/hooks/hooks.js';
import { OutboundHttp } from '#core/outbound/outbound-http.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { type Channels, channelsAfter, NO_CHANNELS } from './channels/notifications.js';
import { ColleagueHistory } from './runs/colleague-history.js';
import { effectiveSettings, mergeOverrides } from './settings/colleague-settings.js';
import { NO_PROJECTS } from './settings/colleague-roles.js';
import { ColleagueReferences } from './settings/colleague-references.js';
import { OwnRules } from './settings/own-rules.js';
import { presetOf } from './settings/role-presets.js';
import type { OwnRule } from './settings/own-rule.js';
import { quietOf } from './settings/quiet.js';
import {
  DEFAULT_SCHEDULE,
  mergeSchedule,
  nextRunAfter,
  nextRunOfOtherQuiet,
  nextRunsAfter,
} from './settings/schedule.js';
import type { CreateVirtualColleague, UpdateVirtualColleague } from './virtual-colleague-input.dto.js';
import {
  type ChangedColleagueResponse,
  toColleagueResponse,
  type VirtualColleagueDetailResponse,
  type VirtualColleagueResponse,
} from './virtual-colleague.dto.js';
import { BeforeColleagueRemoval } from './virtual-colleague.hooks.js';
import { type ColleagueRow, VirtualColleaguesRepository } from './virtual-colleagues.repository.js';

const CHANGEABLE = [
  ...(['name', 'role', 'description', 'avatar', 'active', 'ownerId'] as const),
  ...(['chatUrl', 'chatDisabledReason'] as const),
] as const;
/** How many moments of its schedule a single colleague has. */
const SHOWN_RUNS = 5;
const SCHEDULE = ['frequency', 'time', 'timezone'] as const;

/** The colleagues of a company. Their changes have no events. */
@Injectable()
export class VirtualColleaguesService {
  @Inject() private readonly hooks: Hooks;

  constructor(
    private readonly colleagues: VirtualColleaguesRepository,
    private readonly history: ColleagueHistory,
    private readonly ownRules: OwnRules,
    private readonly references: ColleagueReferences,
    private readonly outbound: OutboundHttp,
    private readonly callerCheck: CallerCheck,
    private readonly agents: AgentCache,
  ) {}

  async findAll(context: RequestContext, query: PageQuery): Promise<List<VirtualColleagueResponse>> {
    return this.colleagues.findAll(context, query, await this.references.roleSettings.settingsPresenterOfAll(context));
  }

  async findOne(context: RequestContext, id: string): Promise<VirtualColleagueDetailResponse> {
    const colleague = await this.shown(context, await this.colleagues.getOne(context, id));
    const { active, settings, nextRunAt: next } = colleague;
    const schedule = { ...colleague.schedule, time: colleague.schedule.time ?? null };
    const runs = { count: SHOWN_RUNS, quiet: settings.quiet, next };
    const nextRuns = active ? nextRunsAfter(schedule, new Date().toISOString(), runs) : [];
    return { ...colleague, recentActivity: await this.history.findRecent(context, id), nextRuns };
  }

  create(context: RequestContext, input: CreateVirtualColleague): Promise<ChangedColleagueResponse> {
    const { name, role, description = null, avatar = null, active = true, projectIds = [] } = input;
    const { chatUrl, notifications } = this.channelsAfter(NO_CHANNELS, input);
    const schedule = mergeSchedule(DEFAULT_SCHEDULE, input.schedule);
    this.references.roleSettings.ensureFitting(role, input.settings);
    const given = mergeOverrides({}, input.settings ?? {});
    return this.callerCheck.commit(context, async (tx) => {
      await this.references.ensureReferences(tx, { ...input, userIds: mailedBy({ notifications }) });
      const ownerId = input.ownerId ?? context.userId;
      const settings = await this.references.roleSettings.readSettings(tx, given, { ownerId });
      const rules = await this.ownRules.readRules(tx, input.rules ?? [], { ownerId });
      await this.ownRules.ensureMessages(tx, rules, role);
      ensureProjects({ role, allProjects: projectIds.length === 0 });
      const colleague = await this.colleagues.insertColleague(tx, {
        name,
        role,
        description,
        avatar,
        active,
        projectIds,
        chatUrl,
        notifications,
        ...schedule,
        allProjects: projectIds.length === 0,
        settings,
        rules,
        ownerId,
        nextRunAt: active ? nextRunAfter(schedule, new Date().toISOString(), quietOf(settings.quiet)) : null,
      });
      const record = {
        action: 'colleague.created',
        target: targetOf(colleague),
        changes: beginning({ name, role }),
      } as const;
      return audited(unannounced(await this.shown(tx, colleague)), record);
    });
  }

  update(context: RequestContext, id: string, input: UpdateVirtualColleague): Promise<ChangedColleagueResponse> {
    return this.callerCheck.commit(context, async (tx) => {
      const before = await this.colleagues.getOneForUpdate(tx, id);
      this.references.roleSettings.ensureFitting(input.role ?? before.role, input.settings);
      const channels = this.channelsAfter(before, input);
      const mailed = mailedBy(before);
      const userIds = mailedBy(channels).filter((userId) => !mailed.includes(userId));
      await this.references.ensureReferences(tx, { ...input, userIds }, before.ownerId);
      if (input.notifications?.chat) await this.colleagues.forgetChatRuns(tx, id);
      const settings = await this.settingsAfter(tx, before, input);
      const after = changed(before, {
        ...input,
        ...channels,
        settings,
        rules: await this.rulesAfter(tx, before, input),
      });
      await this.ownRules.ensureMessages(tx, after.rules, after.role);
      if (!isWithoutProjects(before)) ensureProjects(after);
      const changes = changesBetween(before, after);
      if (Object.keys(changes).length > 0) {
        await this.agents.announce(tx, id);
        const colleague = await this.colleagues.update(tx, before, { ...changes, settings: after.settings });
        return audited(unannounced(await this.shown(tx, colleague)), recordOf(before, colleague, changes));
      }
      if (!isDeepStrictEqual(after.settings, before.settings)) {
        await this.colleagues.keepSettings(tx, before, after.settings);
      }
      return unannounced(await this.shown(tx, before));
    });
  }

  /** Deletes the colleague with all it has done. */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.callerCheck.commit(context, async (tx) => {
      const colleague = await this.colleagues.getOneForUpdate(tx, id);
      await this.hooks.call(BeforeColleagueRemoval, tx, id);
      await this.colleagues.deleteColleague(tx, id);
      await this.agents.announce(tx, id);
      return audited(unannounced(undefined), { action: 'colleague.deleted', target: targetOf(colleague) });
    });
  }

  private async shown(context: RequestContext, colleague: ColleagueRow): Promise<ChangedColleagueResponse> {
    const showSettings = await this.references.roleSettings.settingsPresenter(context, [colleague.settings]);
    const rules = await this.ownRules.showRules(context, colleague.rules);
    return { ...toColleagueResponse(context, colleague, showSettings), rules };
  }

  private settingsAfter(
    tx: TransactionContext,
    before: ColleagueRow,
    { settings, ownerId = before.ownerId }: Pick<UpdateVirtualColleague, 'settings' | 'ownerId'>,
  ): Promise<UpdateVirtualColleague['settings']> {
    return this.references.roleSettings.readSettings(tx, settings, { ownerId, before: before.settings });
  }

  private async rulesAfter(
    tx: TransactionContext,
    before: ColleagueRow,
    { rules, ownerId = before.ownerId }: Pick<UpdateVirtualColleague, 'rules' | 'ownerId'>,
  ): Promise<OwnRule[]> {
    return rules ? this.ownRules.readRules(tx, rules, { before: before.rules, ownerId }) : before.rules;
  }

  /** @throws ValidationError */
  private channelsAfter(
    { chatUrl, notifications, chatDisabledReason }: Channels,
    { notifications: input = {} }: Pick<UpdateVirtualColleague, 'notifications'>,
  ): Channels {
    const url = input?.chat?.webhookUrl;
    if (url !== undefined) this.outbound.ensureAllowed(url, 'notifications.chat.webhookUrl');
    return channelsAfter({ chatUrl, notifications, chatDisabledReason }, input);
  }
}

/** A customer that names no projects would watch nothing. */
function isWithoutProjects({ role, allProjects }: Pick<ColleagueRow, 'role' | 'allProjects'>): boolean {
  return role === 'customer' && allProjects;
}

/** @throws ValidationError */
function ensureProjects(colleague: Pick<ColleagueRow, 'role' | 'allProjects'>): void {
  if (isWithoutProjects(colleague)) throw new ValidationError({ projectIds: NO_PROJECTS });
}

/** The users whom the colleague always mails. */
function mailedBy({ notifications: { mail } }: Pick<Channels, 'notifications'>): readonly string[] {
  return mail === undefined || mail.to === 'people' ? [] : mail.to;
}

function targetOf({ id, name }: Pick<ColleagueRow, 'id' | 'name'>): AuditTarget {
  return { type: 'colleague', id, name };
}

/** Settings and projects are only named as changed. The address of the chat is a secret. */
function recordOf(before: ColleagueRow, after: ColleagueRow, changes: Partial<ColleagueRow>): AuditRecord {
  const shown = ['name', 'role', 'description', 'avatar', 'active', 'ownerId', ...SCHEDULE] as const;
  const told = changesOf(before, after, shown);
  if (changes.projectIds) told['projectIds'] = listChange(before.projectIds, after.projectIds);
  if (changes.settings) told['settings'] = { from: before.settings, to: after.settings };
  if (changes.rules) told['rules'] = { from: namesOf(before.rules), to: namesOf(after.rules) };
  if (changes.chatUrl !== undefined) told['chat'] = { from: '***', to: '***' };
  if (changes.notifications) told['notifications'] = { from: before.notifications, to: after.notifications };
  return { action: 'colleague.changed', target: targetOf(after), changes: told };
}

const namesOf = (rules: readonly OwnRule[]): string[] => rules.map(({ name }) => name);

type Input = Omit<UpdateVirtualColleague, 'notifications' | 'rules'> & Channels & { rules: OwnRule[] };

/** The colleague after the change. A new schedule and enabling the colleague set the next run at once. */
function changed(before: ColleagueRow, { schedule: partial, settings, projectIds, ...input }: Input): ColleagueRow {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const schedule = mergeSchedule(before, partial);
  const after: ColleagueRow = { ...before, ...(given as Partial<ColleagueRow>), ...schedule };
  if (settings !== undefined) after.settings = mergeOverrides(before.settings, settings);
  if (projectIds) Object.assign(after, { projectIds, allProjects: projectIds.length === 0 });
  after.nextRunAt = nextRunOf(before, after);
  return after;
}

function nextRunOf(before: ColleagueRow, after: ColleagueRow): string | null {
  if (!after.active) return null;
  const now = new Date().toISOString();
  const quiet = { before: quietOf(before.settings.quiet), after: quietOf(after.settings.quiet) };
  const isRescheduled = Object.keys(changesOf(before, after, [...SCHEDULE, 'active'])).length > 0;
  if (isRescheduled) return nextRunAfter(after, now, quiet.after);
  if (isDeepStrictEqual(quiet.before, quiet.after)) return before.nextRunAt;
  return nextRunOfOtherQuiet(before, { ...quiet, now, since: before.lastRunAt ?? before.createdAt });
}

/** The columns that the response would show differently. */
function changesBetween(before: ColleagueRow, after: ColleagueRow): Partial<ColleagueRow> {
  const names = Object.keys(
    changesOf(before, after, [...CHANGEABLE, ...SCHEDULE, 'allProjects', 'nextRunAt']),
  ) as (keyof ColleagueRow)[];
  if (before.projectIds.join() !== after.projectIds.join()) names.push('projectIds');
  const settingsOf = ({ role, settings }: ColleagueRow) => JSON.stringify(effectiveSettings(presetOf(role), settings));
  if (settingsOf(before) !== settingsOf(after)) names.push('settings');
  for (const name of ['rules', 'notifications'] as const) {
    if (!isDeepStrictEqual(before[name], after[name])) names.push(name);
  }
  return Object.fromEntries(names.map((name) => [name, after[name]]));
}
