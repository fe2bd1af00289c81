import { isSameText } from '#common/text/folded.js';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { ValidationError } from '#common/errors/app-error.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { Filters } from '#modules/filters/filters.service.js';
import { FieldCatalogue } from '#modules/fields/field-catalogue.service.js';
import { CUSTOM_PREFIX } from '#schema/fields.js';
import { UsersService } from '#modules/users/users.service.js';
import { ColleagueReferencesRepository, type RuleOwner } from './colleague-references.repository.js';
import type { ColleagueRole } from './colleague-roles.js';
import { type OwnRule, userOf } from './own-rule.js';
import type { OwnRuleInput, OwnRuleResponse } from './own-rule.dto.js';
import { templateProblem } from './rule-template.js';

const DEFAULT_REPEAT_HOURS = 24;

/** The rules that people write for a colleague. */
@Injectable()
export class OwnRules {
  constructor(
    private readonly references: ColleagueReferencesRepository,
    private readonly filters: Filters,
    private readonly users: UsersService,
    private readonly fields: FieldCatalogue,
  ) {}

  findOwner(context: RequestContext, id: string): Promise<RuleOwner | undefined> {
    return this.references.findOwner(context, id);
  }

  /**
   * The rules that a client has sent, which replace those before. A rule keeps its id as long as its name stays the same.
   *
   * @throws ValidationError, NotFoundError of a user
   */
  async readRules(
    context: RequestContext,
    given: readonly OwnRuleInput[],
    { before = [], ownerId }: { before?: readonly OwnRule[] | undefined; ownerId: string },
  ): Promise<OwnRule[]> {
    ensureDistinct(given);
    const reader = await this.readerOf(context, ownerId);
    const rules: OwnRule[] = [];
    for (const [index, { name, filter, type, to, ...input }] of given.entries()) {
      const old = before.find((rule) => isCalled(rule, name));
      const userId = userOf(to);
      if (userId !== undefined && to !== old?.to) await this.users.getActive(context, userId);
      rules.push({
        id: old?.id ?? uuidv7(),
        name,
        filter: await this.storedFilter(reader, filter, { before: old?.filter, rule: `rules.${index}` }),
        type,
        to,
        message: input.message || null,
        repeatHours: input.repeatHours ?? DEFAULT_REPEAT_HOURS,
        enabled: input.enabled ?? true,
      });
    }
    return rules;
  }

  /** The stored text of a filter that is read as the owner. `at` is the field that holds it. @throws ValidationError */
  async readFilter(
    context: RequestContext,
    text: string,
    { ownerId, before, at }: { ownerId: string; before: string | null | undefined; at: string },
  ): Promise<string> {
    return this.storedFilter(await this.readerOf(context, ownerId), text, { before: before ?? undefined, rule: at });
  }

  /** Checks the messages for the role that the colleague will have. @throws ValidationError */
  async ensureMessages(context: RequestContext, rules: readonly OwnRule[], role: ColleagueRole): Promise<void> {
    const fields = rules.some(({ message }) => message?.includes(CUSTOM_PREFIX))
      ? await this.fields.findAll(context)
      : [];
    const problems = rules.flatMap(({ message }, index) => {
      const problem = message === null ? undefined : templateProblem(message, role === 'customer', fields);
      return problem === undefined ? [] : [[`rules.${index}.message`, problem]];
    });
    if (problems.length > 0) throw new ValidationError(Object.fromEntries(problems) as Record<string, string>);
  }

  /** The rules as a reader sees them. */
  async showRules(context: RequestContext, rules: readonly OwnRule[]): Promise<OwnRuleResponse[]> {
    const filters = rules.map(({ filter }) => this.filters.storedFilter(filter));
    const show = await this.filters.filterPresenter(context, filters);
    return rules.map((rule, index) => {
      const { id, name, type, to, message, repeatHours, enabled } = rule;
      const { filter, broken } = show(filters[index] as (typeof filters)[number]);
      return { id, name, filter, type, to, message, repeatHours, enabled, broken };
    });
  }

  /** Tells which of the rules have a filter that names something deleted. */
  async brokenOf(context: RequestContext, rules: readonly OwnRule[]): Promise<(rule: OwnRule) => boolean> {
    const shown = await this.showRules(context, rules);
    const broken = new Set(shown.filter((rule) => rule.broken).map(({ id }) => id));
    return ({ id }) => broken.has(id);
  }

  /** Filters are read as the owner, who decides what `me`, a time and a name mean. */
  private async readerOf(context: RequestContext, ownerId: string): Promise<RequestContext> {
    const owner = await this.findOwner(context, ownerId);
    return owner ? { ...context, userId: owner.id, role: owner.role } : context;
  }

  private async storedFilter(
    reader: RequestContext,
    text: string,
    { before, rule }: { before: string | undefined; rule: string },
  ): Promise<string> {
    try {
      return this.filters.storedText(await this.filters.readFilter(reader, text, before));
    } catch (error) {
      throw error instanceof ValidationError ? error.within(rule) : error;
    }
  }
}

const isCalled = (rule: { name: string }, name: string) => isSameText(rule.name, name);

function ensureDistinct(given: readonly OwnRuleInput[]): void {
  const problems = given.flatMap(({ name }, index) =>
    given.findIndex((rule) => isCalled(rule, name)) < index
      ? [[`rules.${index}.name`, 'Another rule has this name']]
      : [],
  );
  if (problems.length > 0) throw new ValidationError(Object.fromEntries(problems) as Record<string, string>);
}
