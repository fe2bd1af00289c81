import { Inject, Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { Filters } from '#modules/filters/filters.service.js';
import { FieldCatalogue } from '#modules/fields/field-catalogue.service.js';
import { CUSTOM_PREFIX, type FieldDefinition } from '#schema/fields.js';
import { ProjectAccess } from '#modules/projects/project-access.service.js';
import { type FoundRow, findingStatement, MOST_SUBJECTS, PARAMETERS } from '../rules/finding-statement.js';
import { type MatchingRow, matchingStatement } from '../rules/matching-statement.js';
import { type FilterRule, ownRule } from '../rules/own-rule.js';
import { RULES, rulesOf, scopeOf } from '../rules/role-rules.js';
import { namesAbsences, type Rule, type RuleScope } from '../rules/rule.js';
import type { HeldReason } from '../runs/colleague-run.entity.js';
import type { ActionType } from '../settings/action-types.js';
import { effectiveSettings } from '../settings/colleague-settings.js';
import type { OwnRule } from '../settings/own-rule.js';
import { OwnRules, type RuleOwner } from '../settings/own-rules.js';
import { presetOf } from '../settings/role-presets.js';
import { DIGEST } from '../settings/rule-names.js';
import type { VirtualColleague } from '../virtual-colleague.entity.js';
import { Budgets } from './budgets.js';
import type { Found } from './found-action.js';
import { FoundActions, type FoundByRule } from './found-actions.js';
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
  readonly colleague: Pick<VirtualColleague, 'id' | 'role' | 'settings' | 'ownerId' | 'timezone' | 'rules'>;
  readonly runId: string;
  readonly moment: string;
  /** Those that the rules of the service see. */
  readonly projectIds: readonly string[];
  /** A preview shows what is not said again yet. */
  readonly showsRepeated: boolean;
}

type PeopledLook = Look & { readonly people: ToldPeople };

interface RuleTurn {
  readonly rule: Rule;
  readonly projectIds: readonly string[];
  /** What a rule of one's own matches, found beside the others. */
  readonly matches?: MatchingRow | undefined;
}

/** Finds what a colleague has to say, for scans and previews alike: it writes and sends nothing. */
@Injectable()
export class ActionFinder {
  @Inject() private readonly fields: FieldCatalogue;

  constructor(
    private readonly database: Database,
    private readonly access: ProjectAccess,
    private readonly filters: Filters,
    private readonly ownRules: OwnRules,
    private readonly people: ToldPeopleFinder,
    private readonly budgets: Budgets,
    private readonly delegation: TaskDelegation,
  ) {}

  async find(context: RequestContext, look: Look): Promise<Found> {
    const { id: colleagueId, timezone } = look.colleague;
    const scope = scopeIn(look);
    const people = await this.people.find(context, colleagueId, look.moment);
    const looked = { ...look, people };
    const { turns: known, problem: unsaid } = await this.turnsOf(context, looked, scope);
    const { turns, given, problem: ungiven } = await this.delegating(context, looked, scope, known);
    const problem = [unsaid, ungiven].filter((text) => text !== null).join('; ') || null;
    const tasksScanned = await this.countTasks(context, looked, scope);
    const found = new FoundActions();
    for (const turn of turns) found.add(await this.foundBy(context, looked, scope, turn));
    const run = { colleagueId, timezone, runId: look.runId, moment: look.moment };
    const { limits } = scope.settings;
    const actions = await this.budgets.apply(context, run, { limits, actions: found.actions });
    return { tasksScanned, ...found.end(actions), problem, given };
  }

  /** The turns with what an orchestrator gives to agents in place of `task.delegate`. */
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
    const { rules, ...found } = await this.delegation.find(context, { ...look, scope, delegation, values });
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
    const filter = this.filters.stored(rule.filter);
    const reader = { userId: id, zone: timezone, now: new Date(moment), looksAtMany: true };
    return ownRule(rule, (conditions) => this.filters.compile(context, filter, conditions, reader), fields);
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
    const { statement, values } = await matchingStatement(rules, scope, valuesOf(context, look, projectIds));
    const rows = await this.database.rows<MatchingRow>(context, statement, values);
    const matches = new Map(rows.map((row) => [row.key, row]));
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

  private async countTasks(context: RequestContext, look: PeopledLook, { isScanned }: RuleScope): Promise<number> {
    const text = `WITH ${PARAMETERS} SELECT count(*) FROM tasks t WHERE ${isScanned}`;
    const values = valuesOf(context, look, look.projectIds);
    return (await this.database.row<{ count: number }>(context, { text }, values))?.count ?? 0;
  }

  private async foundBy(
    context: RequestContext,
    look: PeopledLook,
    scope: RuleScope,
    { rule, projectIds, matches }: RuleTurn,
  ): Promise<FoundByRule> {
    const { statement, values } = await findingStatement(rule, scope, {
      values: valuesOf(context, look, projectIds),
      showsRepeated: look.showsRepeated,
      firstIds: matches?.firstIds,
    });
    const rows = await this.database.rows<FoundRow>(context, statement, values);
    const threshold = rule.threshold?.(scope.settings);
    const given = { ...(rule.filter && { filter: rule.filter }), ...(threshold && { threshold }) };
    const { type, name, key = name } = rule;
    const actions = rows.flatMap((row) => {
      const { subjectId, taskId, tid, userId, projectIds: told, priority, overdueHours } = row;
      if (subjectId === null) return [];
      const why = { ...row.why, ...given };
      const message = messageOf(row, rule, { people: look.people, isForCustomer: scope.isForCustomer });
      const held = heldReason(row, rule, look.people);
      const action = { type, rule: name, key, subjectId, taskId, tid, userId, priority, overdueHours, message };
      return [{ ...action, projectIds: told, why, held }];
    });
    const [first] = rows;
    const unlooked = matches ? matches.tasks - matches.firstIds.length : 0;
    const left = Math.max(0, (first?.subjects ?? 0) + unlooked - MOST_SUBJECTS);
    return { actions, repeats: first?.repeats ?? 0, left };
  }
}

/** Why an action is not said, but for limits: of several reasons the first holds. A digest is never held. */
function heldReason(row: FoundRow, { type, name }: Rule, { deaf, away }: ToldPeople): HeldReason | null {
  if (name === DIGEST) return null;
  if (row.isRepeated) return 'repeat';
  const { userId } = row;
  if (row.isMuted || (userId !== null && deaf.has(userId))) return 'muted';
  return !namesAbsences(type) && userId !== null && away.has(userId) ? 'away' : null;
}

/** The message, which names the absence of the person whom it is for, even where it does not name the person. */
function messageOf(
  { message, userId }: FoundRow,
  { type, name }: Rule,
  { people, isForCustomer }: { people: ToldPeople; isForCustomer: boolean },
): string {
  const person = userId === null ? undefined : people.away.get(userId);
  if (!person || isForCustomer || name === DIGEST || !namesAbsences(type)) return message;
  return message.includes(person.absence) ? message : `${message} For ${person.name} ${person.absence}.`;
}

function scopeIn({ colleague: { role, settings: overrides, timezone } }: Look): RuleScope {
  const settings = effectiveSettings(presetOf(role), overrides);
  const isForCustomer = role === 'customer';
  // Customers get their own digest only: all others may name people and hours.
  if (isForCustomer) settings.reporting = { ...settings.reporting, digest: 'customer' };
  return { settings, isForCustomer, zone: timezone, ...scopeOf(role) };
}

function valuesOf({ companyId }: RequestContext, look: PeopledLook, projectIds: readonly string[]): unknown[] {
  const { colleague, moment, runId, people } = look;
  const away = [...people.away.values()];
  const absences = [away.map(({ id }) => id), away.map(({ absence }) => absence)];
  return [companyId, colleague.id, moment, colleague.ownerId, projectIds, runId, ...absences];
}
