import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Filters } from '#modules/filters/filters.service.js';
import { FieldCatalogue } from '#modules/fields/field-catalogue.service.js';
import { CUSTOM_PREFIX, type FieldDefinition } from '#schema/fields.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { Digests } from '../digests/digests.js';
import type { MatchingRow } from '../rules/matching-statement.js';
import { type FilterRule, ownRule } from '../rules/own-rule.js';
import { RULES, rulesOf, scopeOf } from '../rules/role-rules.js';
import type { Rule, RuleScope } from '../rules/rule.js';
import type { ActionType } from '../settings/action-types.js';
import { NO_PROJECTS } from '../settings/colleague-roles.js';
import { effectiveSettings } from '../settings/colleague-settings.js';
import type { OwnRule } from '../settings/own-rule.js';
import type { RuleOwner } from '../settings/colleague-references.repository.js';
import { OwnRules } from '../settings/own-rules.js';
import { presetOf } from '../settings/role-presets.js';
import { DIGEST } from '../settings/rule-names.js';
import type { VirtualColleague } from '../virtual-colleague.entity.js';
import { Findings, type RuleRows } from './findings.js';
import { type Found, type FoundAction, messageOf, type NewsLine } from './found-action.js';
import { FoundRowsRepository } from './found-rows.repository.js';
import { FoundActions, type FoundByRule } from './found-actions.js';
import { Holds } from './holds.js';
import { type Delegating, TaskDelegation } from './task-delegation.js';
import { type ToldPeople, ToldPeopleFinder } from './told-people.js';

const PART_OF: Record<ActionType, 'chase' | 'reminder' | 'escalation' | 'reporting'> = {
  chase: 'chase',
  reminder: 'reminder',
  escalation: 'escalation',
  report: 'reporting',
};

/** A look at a colleague's projects as they are at a moment. */
export interface Look {
  readonly colleague: Pick<
    VirtualColleague,
    'id' | 'role' | 'settings' | 'ownerId' | 'timezone' | 'frequency' | 'rules'
  >;
  readonly runId: string;
  readonly moment: string;
  /** Those that the rules of the service see. */
  readonly projectIds: readonly string[];
  /** Whether it also finds what is too early to say again; previews show it. */
  readonly showsRepeated: boolean;
}

/** What rules have found. `decide` then holds what other colleagues have said already. */
interface Draft extends Omit<Found, 'held'> {
  readonly decide: (context: RequestContext, actions: readonly FoundAction[]) => Promise<Found>;
}

type PeopledLook = Look & { readonly people: ToldPeople };

interface RuleTurn {
  readonly rule: Rule;
  readonly projectIds: readonly string[];
  /** The tasks that a rule of one's own matches. One statement finds them for all such rules. */
  readonly matches?: MatchingRow | undefined;
}

/** Finds what a colleague has to say, for scans and for previews. It writes and sends nothing. */
@Injectable()
export class ActionFinder {
  @Inject() private readonly digests: Digests;
  @Inject() private readonly findings: Findings;
  @Inject() private readonly fields: FieldCatalogue;

  constructor(
    private readonly found: FoundRowsRepository,
    private readonly access: ProjectAccess,
    private readonly filters: Filters,
    private readonly ownRules: OwnRules,
    private readonly people: ToldPeopleFinder,
    private readonly holds: Holds,
    private readonly delegation: TaskDelegation,
  ) {}

  /** What the rules find. Call `decide` in the colleague's turn, when everything that others say is known. */
  async findActions(context: RequestContext, look: Look): Promise<Draft> {
    const { colleague, runId, moment } = look;
    const { id: colleagueId, timezone } = colleague;
    const scope = scopeIn(look);
    const people = await this.people.findPeople(context, colleagueId, moment);
    const looked = { ...look, people };
    const { turns: known, problem: unsaid } = await this.turnsOf(context, looked, scope);
    const { turns, given, problem: ungiven } = await this.delegating(context, looked, scope, known);
    const blind = colleague.role === 'customer' && look.projectIds.length === 0 ? NO_PROJECTS : null;
    const problem = [blind, unsaid, ungiven].filter((text) => text !== null).join('; ') || null;
    const tasksScanned = await this.found.countTasks(context, scope, valuesOf(context, looked, looked.projectIds));
    const rows: RuleRows[] = [];
    for (const turn of blind === null ? turns.filter(({ rule }) => rule.name !== DIGEST) : []) {
      rows.push(await this.rowsOf(context, looked, scope, turn));
    }
    const found = new FoundActions();
    for (const byRule of await this.findings.makeActions(context, { moment, people, scope }, rows)) found.add(byRule);
    const digest = blind === null && turns.some(({ rule }) => rule.name === DIGEST);
    if (digest) found.add(await this.digestOf(context, looked, scope));
    const manner = {
      limits: scope.settings.limits,
      timezone,
      isAway: (userId: string) => people.away.has(userId),
    };
    const draft = {
      tasksScanned,
      problem,
      given,
      news: newsOf(rows, scope),
      passed: rows.map(({ rule, rows: [first] }) => ({ key: rule.key ?? rule.name, subjectIds: first?.passed ?? [] })),
    };
    const decide = async (tx: RequestContext, actions: readonly FoundAction[]): Promise<Found> => {
      const decided = await this.holds.holdActions(tx, { colleagueId, runId, moment }, manner, actions);
      return { ...draft, ...found.end(decided) };
    };
    return { ...draft, actions: found.actions, decide };
  }

  private async digestOf(context: RequestContext, look: PeopledLook, scope: RuleScope): Promise<FoundByRule> {
    const { colleague, moment, projectIds } = look;
    const { id: colleagueId, ownerId, frequency } = colleague;
    const values = valuesOf(context, look, projectIds);
    const lines = await this.digests.makeDigest(context, { scope, values, colleagueId, frequency, moment });
    const userId = scope.settings.reporting.digest === 'personal' ? ownerId : null;
    const action: FoundAction = {
      type: 'report',
      rule: DIGEST,
      key: DIGEST,
      subjectId: colleagueId,
      taskId: null,
      tid: null,
      userId,
      projectIds,
      message: messageOf(lines),
      lines,
      answerTid: null,
      lists: null,
      isNews: false,
      isToLeads: false,
      measure: null,
      why: {},
      held: null,
      priority: null,
      overdueHours: null,
    };
    return { actions: [action], repeats: 0, left: 0 };
  }

  /** The turns of an orchestrator: rules that tell what it gives to agents replace `task.delegate`. */
  private async delegating(
    context: RequestContext,
    look: PeopledLook,
    scope: RuleScope,
    turns: readonly RuleTurn[],
  ): Promise<Pick<Delegating, 'given' | 'problem'> & { turns: readonly RuleTurn[] }> {
    const { delegation } = scope.settings;
    const own = turns.find(({ rule }) => rule.name === RULES['task.delegate'].name);
    if (!delegation?.enabled || !own) return { turns, given: [], problem: null };
    const values = valuesOf(context, look, own.projectIds);
    const { rules, ...found } = await this.delegation.findDelegations(context, { ...look, scope, delegation, values });
    const inPlace = rules.map((rule) => ({ ...own, rule }));
    return { ...found, turns: turns.flatMap((turn) => (turn === own ? inPlace : [turn])) };
  }

  /** The rules whose turn it is, in the order of their messages: those of the service, people's own, the digest. */
  private async turnsOf(
    context: RequestContext,
    look: PeopledLook,
    scope: RuleScope,
  ): Promise<{ turns: RuleTurn[]; problem: string | null }> {
    const { colleague, moment, projectIds } = look;
    const { settings } = scope;
    const isOn = ({ type }: Pick<Rule, 'type'>) => settings[PART_OF[type]].enabled;
    const turns = rulesOf(colleague.role, settings.rules).map((rule) => ({ rule, projectIds }));
    const digest = turns.filter(({ rule }) => rule.isRepeated);
    const others = turns.filter(({ rule }) => !rule.isRepeated);
    const own = colleague.rules.filter((rule) => rule.enabled && isOn(rule));
    const owner = own.length === 0 ? undefined : await this.ownRules.findOwner(context, colleague.ownerId);
    const named = (rules: readonly { name: string }[]) => rules.map(({ name }) => name).join(', ');
    const all = (ownTurns: RuleTurn[]) => [...others, ...ownTurns, ...digest].filter(({ rule }) => isOn(rule));
    if (!owner?.active) {
      const problem = own.length === 0 ? null : `The owner is not active, so these rules were skipped: ${named(own)}`;
      return { turns: all([]), problem };
    }
    const isBroken = await this.ownRules.brokenOf(context, own);
    const broken = own.filter(isBroken);
    const reached = await this.reachedBy(context, owner, projectIds);
    const fields = own.some(({ message }) => message?.includes(CUSTOM_PREFIX))
      ? await this.fields.findAll(context)
      : [];
    const known = own
      .filter((rule) => !isBroken(rule))
      .map((rule) => this.ownRule(context, rule, owner, { moment, fields }));
    const ownTurns = await this.matched(context, { ...look, projectIds: reached }, scope, known);
    const problem =
      broken.length === 0 ? null : `These rules name something that is deleted and were skipped: ${named(broken)}`;
    return { turns: all(ownTurns), problem };
  }

  /** A rule of one's own, as the colleague's owner reads it. */
  private ownRule(
    context: RequestContext,
    rule: OwnRule,
    { id, timezone }: RuleOwner,
    { moment, fields }: Pick<Look, 'moment'> & { readonly fields: readonly FieldDefinition[] },
  ): FilterRule {
    const filter = this.filters.storedFilter(rule.filter);
    const reader = { userId: id, zone: timezone, now: new Date(moment), looksAtMany: true };
    return ownRule(rule, (conditions) => this.filters.compileFilter(context, filter, conditions, reader), fields);
  }

  /** The turns of rules of one's own, whose tasks are looked for together. */
  private async matched(
    context: RequestContext,
    look: PeopledLook,
    scope: RuleScope,
    rules: readonly FilterRule[],
  ): Promise<RuleTurn[]> {
    if (rules.length === 0) return [];
    const { projectIds } = look;
    const matches = await this.found.findMatches(context, rules, scope, valuesOf(context, look, projectIds));
    return rules.map((rule) => ({ rule, projectIds, matches: matches.get(rule.key) }));
  }

  private async reachedBy(
    context: RequestContext,
    { id }: RuleOwner,
    projectIds: readonly string[],
  ): Promise<readonly string[]> {
    const reach = (await this.access.findReach(context, [id], projectIds)).get(id);
    return projectIds.filter((projectId) => reach?.projectIds.has(projectId));
  }

  private async rowsOf(
    context: RequestContext,
    look: PeopledLook,
    scope: RuleScope,
    { rule, projectIds, matches }: RuleTurn,
  ): Promise<RuleRows> {
    const rows = await this.found.findRows(context, rule, scope, {
      values: valuesOf(context, look, projectIds),
      showsRepeated: look.showsRepeated,
      firstIds: matches?.firstIds,
    });
    return { rule, rows, unlooked: matches ? matches.tasks - matches.firstIds.length : 0 };
  }
}

/** What the one line of a rule in a chat needs, by rule. */
function newsOf(found: readonly RuleRows[], { settings }: RuleScope): Map<string, NewsLine> {
  return new Map(
    found.flatMap(({ rule: { name, news }, rows: [first] }) =>
      news && first
        ? [
            [
              name,
              {
                one: news.one,
                several: news.several,
                filter: news.filter(settings),
                total: first.subjects + first.repeats,
              },
            ],
          ]
        : [],
    ),
  );
}

function scopeIn({ colleague: { role, settings: overrides, timezone } }: Look): RuleScope {
  const settings = effectiveSettings(presetOf(role), overrides);
  const isForCustomer = role === 'customer';
  // Customers only get their own digest, because all others may name people and hours.
  if (isForCustomer) settings.reporting = { ...settings.reporting, digest: 'customer' };
  return { settings, isForCustomer, zone: timezone, ...scopeOf(role) };
}

function valuesOf({ companyId }: RequestContext, look: PeopledLook, projectIds: readonly string[]): unknown[] {
  const { colleague, moment, runId, people } = look;
  const away = [...people.away.values()];
  const absences = [away.map(({ id }) => id), away.map(({ absence }) => absence)];
  return [companyId, colleague.id, moment, colleague.ownerId, projectIds, runId, ...absences];
}
