import { Injectable } from '@nestjs/common';
import { ValidationError } from '#common/errors/app-error.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Filters } from '#modules/filters/filters.service.js';
import { ColleagueNotFoundError } from '#common/errors/colleague-not-found-error.js';
import { isAgentRole } from '#schema/colleagues.js';
import { ColleagueReferencesRepository } from './colleague-references.repository.js';
import type { ColleagueRole } from './colleague-roles.js';
import type { ColleagueSettings, Delegation, SettingsInput, SettingsOverrides } from './colleague-settings.js';
import { OwnRules } from './own-rules.js';
import { WORK_RULE_NAMES } from './rule-names.js';

/** Whose filters the settings have, and the settings before. */
interface Reader {
  readonly ownerId: string;
  readonly before?: SettingsOverrides;
}

/** Settings that only one role has: limits of work, and delegation. */
@Injectable()
export class RoleSettings {
  constructor(
    private readonly references: ColleagueReferencesRepository,
    private readonly filters: Filters,
    private readonly ownRules: OwnRules,
  ) {}

  /** @throws ValidationError about settings that the role does not have */
  ensureFitting(role: ColleagueRole, settings: SettingsInput | null | undefined): void {
    const problems: Record<string, string> = {};
    if (settings?.work && role !== 'agent') {
      problems['settings.work'] = 'Only colleagues of role agent have limits of work';
    }
    if (role !== 'agent_orchestrator') {
      if (settings?.delegation) problems['settings.delegation'] = 'Only colleagues of role agent_orchestrator delegate';
      for (const name of WORK_RULE_NAMES) {
        if (typeof settings?.rules?.[name] !== 'boolean') continue;
        problems[`settings.rules.${name}`] = 'Only colleagues of role agent_orchestrator have this rule';
      }
    }
    if (Object.keys(problems).length > 0) throw new ValidationError(problems);
  }

  /**
   * The settings that a client has sent, with the filter as it is stored.
   *
   * @throws ValidationError, ColleagueNotFoundError of an agent
   */
  async readSettings<Settings extends SettingsInput | null | undefined>(
    context: RequestContext,
    settings: Settings,
    { ownerId, before = {} }: Reader,
  ): Promise<Settings> {
    const delegation = settings?.delegation;
    if (!delegation) return settings;
    const { agentIds, filter } = delegation;
    await this.ensureAgents(context, agentIds ?? [], before.delegation?.agentIds);
    if (typeof filter !== 'string') return settings;
    const place = { ownerId, before: before.delegation?.filter, at: 'settings.delegation' };
    const stored = await this.ownRules.readFilter(context, filter, place);
    return { ...settings, delegation: { ...delegation, filter: stored || null } };
  }

  /** Shows the filters of the given settings to the caller; their names are looked up together. */
  async settingsPresenter(
    context: RequestContext,
    given: readonly SettingsOverrides[],
  ): Promise<(settings: ColleagueSettings) => ColleagueSettings> {
    const texts = given.flatMap(({ delegation }) => delegation?.filter ?? []);
    if (texts.length === 0) return (settings) => settings;
    const show = await this.filters.filterPresenter(
      context,
      texts.map((text) => this.filters.storedFilter(text)),
    );
    const shown = (delegation: Delegation) =>
      delegation.filter === null
        ? delegation
        : { ...delegation, filter: show(this.filters.storedFilter(delegation.filter)).filter };
    return ({ delegation, ...settings }) => (delegation ? { ...settings, delegation: shown(delegation) } : settings);
  }

  /** As `settingsPresenter`, for all colleagues of the company. */
  async settingsPresenterOfAll(context: RequestContext): ReturnType<RoleSettings['settingsPresenter']> {
    return this.settingsPresenter(context, await this.references.findDelegatingSettings(context));
  }

  /** Agents that were named before are not looked for. They may be deleted by now, and then get nothing. */
  private async ensureAgents(
    context: RequestContext,
    ids: readonly string[],
    before: readonly string[] = [],
  ): Promise<void> {
    const added = ids.filter((id) => !before.includes(id));
    if (added.length === 0) return;
    const roles = await this.references.findRoles(context, added);
    if (roles.length < added.length) throw new ColleagueNotFoundError();
    if (roles.every(isAgentRole)) return;
    throw new ValidationError({ 'settings.delegation.agentIds': 'Each must be an agent or an agent_orchestrator' });
  }
}
