import { isDeepStrictEqual } from 'node:util';
import { Injectable } from '@nestjs/common';
import type { Moments } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { beginning } from '#core/events/changes.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { FieldCatalogue } from '#modules/fields/field-catalogue.service.js';
import { Filters, type NamesHere } from '#modules/filters/filters.service.js';
import { NO_CHANNELS } from './channels/notifications.js';
import { type ColleagueSettings, mergeOverrides, type SettingsOverrides } from './settings/colleague-settings.js';
import { ColleagueReferences } from './settings/colleague-references.js';
import type { OwnRuleInput } from './settings/own-rule.dto.js';
import { userOf } from './settings/own-rule.js';
import { OwnRules } from './settings/own-rules.js';
import { quietOf } from './settings/quiet.js';
import { withKeysHere } from './settings/rule-template.js';
import { presetOf } from './settings/role-presets.js';
import { DEFAULT_SCHEDULE, mergeSchedule, nextRunAfter } from './settings/schedule.js';
import { CreateVirtualColleague } from './virtual-colleague-input.dto.js';
import { type SettledColleague, VirtualColleaguesRepository } from './virtual-colleagues.repository.js';

export { CreateVirtualColleague };

/** What a colleague did in the other company. */
export type ColleaguePast = Pick<SettledColleague, 'lastRunAt' | 'lastRunStatus'>;

/** Turns ids of the other company into ids of this one; undefined for what does not exist here. */
export interface IdsHere extends NamesHere {
  readonly userOf: (id: string) => string | undefined;
  readonly colleagueOf: (id: string) => string | undefined;
  readonly projectOf: (id: string) => string | undefined;
}

/** Imports colleagues from another company. Their channels are secret, so they come without them. */
@Injectable()
export class ColleagueImports {
  constructor(
    private readonly colleagues: VirtualColleaguesRepository,
    private readonly ownRules: OwnRules,
    private readonly references: ColleagueReferences,
    private readonly filters: Filters,
    private readonly outbox: Outbox,
    private readonly fields: FieldCatalogue,
  ) {}

  /** Those of the ids that exist here. */
  findExisting(context: RequestContext, ids: readonly string[]): Promise<Set<string>> {
    return this.colleagues.findExisting(context, ids);
  }

  /** The id of a colleague with that name and role, when there is one. */
  findByName(context: RequestContext, colleague: CreateVirtualColleague): Promise<string | undefined> {
    return this.colleagues.findByName(context, colleague);
  }

  /**
   * Creates a colleague that sleeps until `settleColleague`, because its projects are not here yet.
   *
   * @throws ConflictError when the company has as many as it may
   */
  create(
    tx: TransactionContext,
    input: CreateVirtualColleague,
    { ownerId, moments }: { readonly ownerId: string; readonly moments: Partial<Moments> },
  ): Promise<{ id: string; updatedAt: string }> {
    const { name, role, description = null, avatar = null } = input;
    const { chatUrl, notifications } = NO_CHANNELS;
    const schedule = mergeSchedule(DEFAULT_SCHEDULE, input.schedule);
    const empty = { projectIds: [], allProjects: false, settings: {}, rules: [], active: false, nextRunAt: null };
    return this.outbox.commit(tx, async () => {
      const values = { name, role, description, avatar, chatUrl, notifications, ownerId, ...schedule, ...empty };
      const colleague = await this.colleagues.insertColleague(tx, { ...values, ...moments });
      const target = { type: 'colleague', id: colleague.id, name } as const;
      const record = { action: 'colleague.created', target, changes: beginning({ name, role }) } as const;
      return audited(unannounced(colleague), record);
    });
  }

  /** Gives a colleague its projects, settings and rules, and wakes it. @throws ValidationError, NotFoundError */
  async settleColleague(
    tx: TransactionContext,
    id: string,
    { projectIds: given = [], rules: givenRules = [], active = true, ...input }: CreateVirtualColleague,
    { past, here }: { readonly past: ColleaguePast; readonly here: IdsHere },
  ): Promise<void> {
    const { role, ownerId, frequency, time, timezone } = await this.colleagues.getOneForUpdate(tx, id);
    const own = overridesOf(presetOf(role), (input.settings ?? {}) as Partial<ColleagueSettings>);
    this.references.roleSettings.ensureFitting(role, own);
    const settings = await this.references.roleSettings.readSettings(
      tx,
      mergeOverrides({}, await this.settingsHere(tx, own, here)),
      { ownerId },
    );
    const rules = await this.ownRules.readRules(tx, await this.rulesHere(tx, givenRules, here), { ownerId });
    await this.ownRules.ensureMessages(tx, rules, role);
    const projectIds = given.flatMap((project) => here.projectOf(project) ?? []);
    const now = new Date().toISOString();
    const nextRunAt = active ? nextRunAfter({ frequency, time, timezone }, now, quietOf(settings.quiet)) : null;
    const allProjects = given.length === 0;
    await this.colleagues.settleColleague(tx, id, {
      settings,
      rules,
      projectIds,
      allProjects,
      active,
      nextRunAt,
      ...past,
    });
  }

  private async settingsHere(
    tx: TransactionContext,
    settings: SettingsOverrides,
    here: IdsHere,
  ): Promise<SettingsOverrides> {
    const { delegation } = settings;
    if (!delegation) return settings;
    const { agentIds, filter } = delegation;
    return {
      ...settings,
      delegation: {
        ...delegation,
        ...(agentIds && { agentIds: agentIds.flatMap((agent) => here.colleagueOf(agent) ?? []) }),
        ...(filter && { filter: await this.filterHere(tx, filter, here) }),
      },
    };
  }

  /** Rules that name a user who does not exist here speak to nobody. */
  private async rulesHere(tx: TransactionContext, rules: readonly OwnRuleInput[], here: IdsHere) {
    const keys = await this.keysHere(tx, here);
    const brought: OwnRuleInput[] = [];
    for (const rule of rules) {
      const userId = userOf(rule.to);
      const user = userId === undefined ? undefined : here.userOf(userId);
      const to = userId === undefined ? rule.to : user === undefined ? 'nobody' : (`user:${user}` as const);
      const message = rule.message && { message: withKeysHere(rule.message, keys) };
      brought.push({ ...rule, ...message, to, filter: await this.filterHere(tx, rule.filter, here) });
    }
    return brought;
  }

  /** The filter with the names of this company, as people would write it. */
  private async filterHere(tx: TransactionContext, filter: string, here: IdsHere): Promise<string> {
    return this.filters.canonicalText(tx, this.filters.storedFilter(await this.filters.bringFilter(tx, filter, here)));
  }

  /** The keys of the company's own fields here, by their keys in the other company. */
  private async keysHere(tx: TransactionContext, { fieldIds }: IdsHere): Promise<Map<string, string>> {
    const fields = fieldIds.size > 0 ? await this.fields.findAll(tx) : [];
    const keys = new Map(fields.map(({ id, key }) => [id, key]));
    return new Map([...fieldIds].flatMap(([there, id]) => (keys.has(id) ? [[there, keys.get(id) ?? there]] : [])));
  }
}

/** The shown settings that differ from the preset. */
function overridesOf(preset: ColleagueSettings, shown: Partial<ColleagueSettings>): SettingsOverrides {
  const parts = Object.entries(shown).map(([part, value]: [string, unknown]) => {
    const usual: unknown = preset[part as keyof ColleagueSettings];
    return [part, isPart(value) && isPart(usual) ? differences(usual, value) : value, usual] as const;
  });
  const different = parts.filter(([, value, usual]) =>
    isPart(value) ? Object.keys(value).length > 0 : !isDeepStrictEqual(value, usual),
  );
  return Object.fromEntries(different.map(([part, value]) => [part, value]));
}

function differences(usual: Values, values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isDeepStrictEqual(value, usual[name])));
}

type Values = Readonly<Record<string, unknown>>;

function isPart(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
