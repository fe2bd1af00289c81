import type { Conditions } from '#core/database/lists/conditions.js';
import { reachesProject } from '#schema/projects.js';
import { dueDay, remainingHours, startDay } from '#schema/tasks.js';
import { type OwnRule, ownRuleName } from '../settings/own-rule.js';
import { type CustomName, type FieldDefinition, shownText } from '#schema/fields.js';
import { customNamesIn, type TemplateName, templateParts } from '../settings/rule-template.js';
import type { ActionType } from '../settings/action-types.js';
import { peopleOf, type Reaches } from './addressed-people.js';
import { chasedPeople } from './chased-people.js';
import {
  absenceOf,
  amount,
  chasesBy,
  inLine,
  MOMENT,
  namesAbsences,
  PLAIN,
  type Rule,
  type RuleScope,
  short,
} from './rule.js';
import type { Sentences, Tones } from './sentence.js';
import { TASK_FACTS, TASK_TEXTS } from './task-rule.js';

/** Adds the condition of the rule's filter on the task `t`, as the colleague's owner reads it. */
export type CompileFilter = (conditions: Conditions) => Promise<string>;

const UNSET = `'–'`;

/** What a rule says without a message of its own. */
const SENTENCES: Record<ActionType, Tones> = {
  chase: {
    neutral: '{task} needs you{waiting}{waitingFor} ({rule}). Act on it or say what is in the way.',
    friendly: '{task} could use your attention{waiting}{waitingFor} ({rule}). Can you take a look?',
    formal: '{task} requires your attention{waiting}{waitingFor} ({rule}). Please act on it or say what prevents it.',
    direct: '{task}{waiting}{waitingFor}: {rule}. Act on it today.',
  },
  reminder: {
    neutral: '{task} is worth a look ({rule}).',
    friendly: '{task}: just a reminder ({rule}).',
    formal: '{task}: please keep it in mind ({rule}).',
    direct: '{task}: {rule}. Keep it in mind.',
  },
  escalation: {
    neutral: '{task} needs a decision ({rule}).',
    friendly: '{task} needs some help ({rule}). Could you step in?',
    formal: '{task} requires your decision ({rule}).',
    direct: '{task}: {rule}. Decide how it goes on.',
  },
  report: {
    neutral: '{task} was found ({rule}).',
    friendly: '{task} is worth a look ({rule}).',
    formal: '{task}, for information ({rule}).',
    direct: '{task}: {rule}.',
  },
};

/** What is addressed to nobody asks nothing. */
const TO_NOBODY: Tones = SENTENCES.report;
const NOBODY = 'nobody';

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
        from: `tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id LEFT JOIN users u ON u.company_id = t.company_id AND u.id = t.assignee_id ${person.join}`,
        where: `${scope.isScanned} AND (${condition}) AND ${where.condition} AND ${isTyped}`,
        subjectId: 't.id',
        taskId: 't.id',
        ...(rule.to !== NOBODY && { userId: person.id }),
        isOfSeveral: where.areSeveral,
        projectIds: where.projectIds,
        urgency: 'p.key, t.rank',
        situation: `CASE WHEN ${person.id} IS NULL THEN '${NOBODY}' ELSE '${PLAIN}' END`,
        facts,
        texts: {
          ...valuesOf(person, { zone, type }),
          ...customValuesOf(rule.message, fields, conditions),
          ...TASK_TEXTS,
          rule: title,
          waiting: where.waiting,
        },
        tids: { 'task.tid': 'ARRAY[t.tid]', waitingFor: where.waitingFor },
      };
    },
    speaksOf: async (scope, conditions, reaches) =>
      `(${await compile(conditions)}) AND ${addressees(scope, conditions).isAnyone(reaches)}`,
    sentences: sentencesOf(rule),
    ...(rule.to === 'leads' && { toLeads: true }),
  };
}

function sentencesOf({ type, message }: OwnRule): Sentences {
  if (message === null) return { [PLAIN]: SENTENCES[type], [NOBODY]: TO_NOBODY };
  const parts = templateParts(message);
  const written = { neutral: parts, friendly: parts, formal: parts, direct: parts };
  return { [PLAIN]: written, [NOBODY]: written };
}

type Texts = [id: string, zone: string, title: string];

/** Whom a rule of one's own speaks to, in SQL; `join` follows the task. */
interface NamedPerson {
  readonly id: string;
  readonly name: string;
  readonly join: string;
}

interface Addressed {
  readonly person: NamedPerson;
  /** Whether a task may have several of them. */
  readonly areSeveral: boolean;
  readonly projectIds: string;
  readonly condition: string;
  readonly waiting: string;
  readonly waitingFor: string;
  readonly isAnyone: (reaches: Reaches) => string;
}

/** A chase goes to who must act; one of a task that nobody has chases nobody. */
function chased(scope: RuleScope): Addressed {
  const { person, projectIds, waiting, waitingFor, isPlain, isAnyone } = chasedPeople(scope);
  const areSeveral = person.isOneOfSeveral === true;
  const isAddressed = scope.isOfOwner
    ? 'true'
    : `(NOT ${isPlain} OR (u.active AND ${reachesProject('u', 't.project_id')}))`;
  return {
    person: { join: '', ...person },
    areSeveral,
    projectIds,
    waiting,
    waitingFor,
    condition: isAddressed,
    isAnyone,
  };
}

function addressed({ join, areSeveral, isAnyone }: ReturnType<typeof peopleOf>): Addressed {
  const person = { id: 'person.id', name: 'person.name', join };
  return {
    person,
    areSeveral,
    projectIds: 'ARRAY[t.project_id]',
    waiting: `''`,
    waitingFor: 'ARRAY[]::text[]',
    condition: 'true',
    isAnyone,
  };
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
  person: Pick<NamedPerson, 'id' | 'name'>,
  { zone, type }: { zone: string; type: ActionType },
): Record<Exclude<TemplateName, 'task.tid' | CustomName>, string> {
  const daysSince = (column: string) => `floor(extract(epoch FROM ${MOMENT} - ${column}) / 86400)::text`;
  return {
    'task.title': inLine('t.title'),
    'task.status': short('t.status'),
    'task.priority': 't.priority',
    'task.due': `coalesce(to_char(${dueDay('t', zone)}, 'YYYY-MM-DD'), ${UNSET})`,
    'task.start': `coalesce(to_char(${startDay('t', zone)}, 'YYYY-MM-DD'), ${UNSET})`,
    'project.name': short('p.name'),
    'assignee.name': `coalesce(${nameOf({ id: 'u.id', name: 'u.name' }, type)}, ${UNSET})`,
    'to.name': `coalesce(${nameOf(person, type)}, ${UNSET})`,
    'days.overdue': `CASE WHEN t.due_date <= ${MOMENT} THEN ${daysSince('t.due_date')} ELSE ${UNSET} END`,
    'days.unchanged': daysSince('t.updated_at'),
    'hours.remaining': `CASE WHEN t.estimated_hours IS NULL THEN ${UNSET} ELSE ${amount(remainingHours('t'))} END`,
  };
}

/** SQL of the name of a person in messages of a type. */
function nameOf({ id, name }: Pick<NamedPerson, 'id' | 'name'>, type: ActionType): string {
  return namesAbsences(type) ? `${short(name)} || ${absenceOf(id)}` : short(name);
}
