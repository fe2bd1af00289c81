import type { Conditions } from '#core/database/lists/conditions.js';
import { reachesProject } from '#schema/projects.js';
import { dueDay, remainingHours } from '#schema/tasks.js';
import type { Tone } from '../settings/colleague-settings.js';
import { type OwnRule, ownRuleName } from '../settings/own-rule.js';
import { type CustomName, type FieldDefinition, shownText } from '#schema/fields.js';
import { customNamesIn, type TemplateName, templateParts } from '../settings/rule-template.js';
import type { ActionType } from '../settings/action-types.js';
import { peopleOf, type Reaches } from './addressed-people.js';
import { chasedPeople } from './chased-people.js';
import { amount, chasesBy, MOMENT, type Rule, type RuleScope, short } from './rule.js';
import { addressOf, nameOf, type Person, TASK, TASK_FACTS } from './task-rule.js';

/** Adds the condition of the rule's filter on the task `t`, as the colleague's owner reads it. */
export type CompileFilter = (conditions: Conditions) => Promise<string>;

const UNSET = `'–'`;

/** What a rule says without a message of its own. */
const SENTENCES: Record<ActionType, Record<Tone, string>> = {
  chase: {
    neutral: '{to}{task} needs you{waiting} ({rule}). Act on it or say what is in the way.',
    friendly: '{to}{task} could use your attention{waiting} ({rule}). Can you take a look?',
    formal: '{to}{task} requires your attention{waiting} ({rule}). Please act on it or say what prevents it.',
    direct: '{to}{task}{waiting}: {rule}. Act on it today.',
  },
  reminder: {
    neutral: '{to}{task} is worth a look ({rule}).',
    friendly: '{to}just a reminder of {task} ({rule}).',
    formal: '{to}please keep {task} in mind ({rule}).',
    direct: '{to}{task}: {rule}. Keep it in mind.',
  },
  escalation: {
    neutral: '{to}{task} needs a decision ({rule}).',
    friendly: '{to}{task} needs some help ({rule}). Could you step in?',
    formal: '{to}{task} requires your decision ({rule}).',
    direct: '{to}{task}: {rule}. Decide how it goes on.',
  },
  report: {
    neutral: '{task} was found ({rule}).',
    friendly: 'Have a look at {task} ({rule}).',
    formal: 'For your information: {task} ({rule}).',
    direct: '{task}: {rule}.',
  },
};

/** A rule that people wrote, which can be looked for beside others. */
export interface FilterRule extends Rule {
  readonly key: string;
  readonly repeatHours: number;
  /** SQL of whether it speaks of the task `t` to anyone, or to nobody where it is meant to. */
  speaksOf(scope: RuleScope, conditions: Conditions, reaches: Reaches): Promise<string>;
}

/** A rule that people wrote. */
export function ownRule(rule: OwnRule, compile: CompileFilter, fields: readonly FieldDefinition[]): FilterRule {
  const { name, id: key, type, repeatHours, filter } = rule;
  const isOfWhoMustAct = type === 'chase' && rule.to === 'assignee';
  const addressees = (scope: RuleScope, conditions: Conditions) =>
    isOfWhoMustAct ? chased(scope) : addressed(peopleOf(rule.to, conditions));
  return {
    name: ownRuleName({ name }),
    key,
    type,
    repeatHours,
    filter,
    find: async (scope, conditions) => {
      const condition = await compile(conditions);
      const { person, ...where } = addressees(scope, conditions);
      const [id, zone, title] = [key, scope.zone, name].map((value) => `${conditions.parameter(value)}::text`) as Texts;
      // Gives each parameter a type, whether the message uses it or not.
      const isTyped = `(${[id, zone, title].map((value) => `${value} IS NOT NULL`).join(' AND ')})`;
      const facts = type === 'chase' ? { ...TASK_FACTS, chasedBefore: chasesBy(id) } : TASK_FACTS;
      return {
        from: `tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id LEFT JOIN users u ON u.company_id = t.company_id AND u.id = t.assignee_id ${person.join}
          WHERE ${scope.isScanned} AND (${condition}) AND ${where.condition} AND ${isTyped}`,
        subjectId: 't.id',
        taskId: 't.id',
        userId: person.id,
        isOfSeveral: where.areSeveral,
        projectIds: where.projectIds,
        urgency: 'p.key, t.rank',
        facts,
        values: {
          ...valuesOf(person, { zone, type }),
          ...customValuesOf(rule.message, fields, conditions),
          task: TASK,
          to: type === 'report' ? `''` : addressOf(person, { ...scope, type }),
          rule: title,
          waiting: where.waiting,
        },
      };
    },
    speaksOf: async (scope, conditions, reaches) =>
      `(${await compile(conditions)}) AND ${addressees(scope, conditions).isAnyone(reaches)}`,
    messages: () => {
      if (rule.message === null) return SENTENCES[type];
      const message = templateParts(rule.message);
      return { neutral: message, friendly: message, formal: message, direct: message };
    },
  };
}

type Texts = [id: string, zone: string, title: string];

interface Addressed {
  readonly person: Pick<Person, 'id' | 'name' | 'join' | 'nobody'>;
  /** Whether a task may have several of them. */
  readonly areSeveral: boolean;
  readonly projectIds: string;
  readonly condition: string;
  readonly waiting: string;
  readonly isAnyone: (reaches: Reaches) => string;
}

/** A chase goes to who must act; one of a task that nobody has chases nobody. */
function chased(scope: RuleScope): Addressed {
  const { person, projectIds, waiting, isPlain, isAnyone } = chasedPeople(scope);
  const areSeveral = person.isOneOfSeveral === true;
  const isAddressed = scope.isOfOwner
    ? 'true'
    : `(NOT ${isPlain} OR (u.active AND ${reachesProject('u', 't.project_id')}))`;
  return {
    person: { join: '', ...person, nobody: 'No project lead: ' },
    areSeveral,
    projectIds,
    waiting,
    condition: isAddressed,
    isAnyone,
  };
}

function addressed({ join, areSeveral, isAnyone }: ReturnType<typeof peopleOf>): Addressed {
  const person = { id: 'person.id', name: 'person.name', nobody: '', join };
  return { person, areSeveral, projectIds: 'ARRAY[t.project_id]', waiting: `''`, condition: 'true', isAnyone };
}

/** SQL of the company's own fields that the message names; what is unset or deleted is a dash. */
function customValuesOf(
  message: string | null,
  fields: readonly FieldDefinition[],
  conditions: Conditions,
): Record<string, string> {
  const names = message === null ? [] : customNamesIn(message);
  return Object.fromEntries(
    names.map((name) => {
      const field = fields.find(({ key }) => name === `custom.${key}`);
      return [name, field ? `coalesce(${short(shownText('t', field, conditions))}, ${UNSET})` : UNSET];
    }),
  );
}

/** SQL of what a message may name; what is unset is a dash. */
function valuesOf(
  person: Pick<Person, 'id' | 'name'>,
  { zone, type }: { zone: string; type: ActionType },
): Record<Exclude<TemplateName, CustomName>, string> {
  const daysSince = (column: string) => `floor(extract(epoch FROM ${MOMENT} - ${column}) / 86400)::text`;
  return {
    'task.tid': 't.tid',
    'task.title': short('t.title'),
    'task.status': short('t.status'),
    'task.priority': 't.priority',
    'task.due': `coalesce(to_char(${dueDay('t', zone)}, 'YYYY-MM-DD'), ${UNSET})`,
    'project.name': short('p.name'),
    'assignee.name': `coalesce(${nameOf({ id: 'u.id', name: 'u.name' }, type)}, ${UNSET})`,
    'to.name': `coalesce(${nameOf(person, type)}, ${UNSET})`,
    'days.overdue': `CASE WHEN t.due_date <= ${MOMENT} THEN ${daysSince('t.due_date')} ELSE ${UNSET} END`,
    'days.unchanged': daysSince('t.updated_at'),
    'hours.remaining': `CASE WHEN t.estimated_hours IS NULL THEN ${UNSET} ELSE ${amount(remainingHours('t'))} END`,
  };
}
