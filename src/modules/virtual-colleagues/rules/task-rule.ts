import { isoMoment } from '#core/database/schema/columns.js';
import type { ColleagueSettings, Tone } from '../settings/colleague-settings.js';
import {
  absenceOf,
  CHASES,
  type Facts,
  hoursSince,
  type Messages,
  MOMENT,
  namesAbsences,
  type Rule,
  type RuleScope,
  short,
} from './rule.js';

/** Whom a task rule speaks to, in SQL. */
export interface Person {
  id: string;
  name: string;
  /** The name tells absences itself. */
  tellsAbsences?: boolean;
  /** Replaces the name when there is nobody. For a missing assignee, each tone has its own words. */
  nobody?: string;
  /** SQL that follows the task in FROM, with the person in it. */
  join?: string;
  /** A task may have several. */
  isOneOfSeveral?: boolean;
}

interface TaskRule extends Pick<Rule, 'name' | 'type' | 'threshold'> {
  /** Which of the open tasks: a condition on the row `t`. */
  when: (settings: ColleagueSettings) => string;
  /** SQL to sort by: the least goes first. */
  urgency: string;
  /** SQL of the values in messages besides `{task}` and `{to}`. `{to}` is the greeting of the person, in the tone. */
  values?: (scope: RuleScope) => Readonly<Record<string, string>>;
  /** The person that it speaks to. Defaults to the assignee. */
  person?: (scope: RuleScope) => Person;
  /** SQL of all projects that the message tells of. Defaults to the task's. */
  projectIds?: (scope: RuleScope) => string;
  /** Whether its reasons name the chases before. */
  countsChases?: boolean;
  messages: Messages;
}

/** How each tone begins: what stands around a name, and what stands there without one. */
const ADDRESSES: Record<Tone, { before: string; after: string; nobody: string }> = {
  neutral: { before: '', after: ': ', nobody: 'Unassigned: ' },
  friendly: { before: 'Hi ', after: ', ', nobody: 'Nobody has taken this yet: ' },
  formal: { before: 'Dear ', after: ', ', nobody: 'Without an assignee: ' },
  direct: { before: '', after: ': ', nobody: 'No assignee: ' },
};

const ASSIGNEE: Person = { id: 't.assignee_id', name: 'u.name' };

/** SQL of the task `t` as people know it: its tid and title. */
export const TASK = `t.tid || ' "' || ${short('t.title')} || '"'`;

const CHASE_FACTS: Facts = { chasedBefore: CHASES };

/** The facts of the task `t` that its reasons name. */
export const TASK_FACTS: Facts = {
  due: isoMoment('t.due_date'),
  overdueHours: `CASE WHEN t.due_date <= ${MOMENT} THEN ${hoursSince('t.due_date')} END`,
  unchangedHours: hoursSince('t.updated_at'),
};

/** A rule about tasks, one by one. */
export function taskRule({ name, type, threshold, when, urgency, person, ...rule }: TaskRule): Rule {
  const { values, projectIds, countsChases, messages } = rule;
  return {
    name,
    type,
    ...(threshold && { threshold }),
    find: (scope) => {
      const { settings, isScanned } = scope;
      const { id, join = '', isOneOfSeveral, ...called } = person?.(scope) ?? ASSIGNEE;
      return {
        from: `tasks t LEFT JOIN users u ON u.company_id = t.company_id AND u.id = t.assignee_id ${join}
          WHERE ${isScanned} AND ${when(settings)}`,
        subjectId: 't.id',
        taskId: 't.id',
        userId: id,
        ...(isOneOfSeveral && { isOfSeveral: true }),
        projectIds: projectIds?.(scope) ?? 'ARRAY[t.project_id]',
        urgency,
        values: { task: TASK, to: addressOf({ ...called, id }, { ...scope, type }), ...values?.(scope) },
        facts: { ...TASK_FACTS, ...(countsChases && CHASE_FACTS) },
      };
    },
    messages: () => messages,
  };
}

/** SQL of how a message of a type begins: with the name of the person, in the tone; of nothing for a customer. */
export function addressOf(
  { nobody, ...person }: Pick<Person, 'id' | 'name' | 'tellsAbsences' | 'nobody'>,
  { isForCustomer, settings, type }: RuleScope & Pick<Rule, 'type'>,
): string {
  if (isForCustomer) return `''`;
  const address = ADDRESSES[settings.tone];
  const called = nameOf(person, type);
  return `coalesce('${address.before}' || ${called} || '${address.after}', '${nobody ?? address.nobody}')`;
}

/** SQL of the name of a person in messages of a type. */
export function nameOf(
  { id, name, tellsAbsences }: Pick<Person, 'id' | 'name' | 'tellsAbsences'>,
  type: Rule['type'],
): string {
  return namesAbsences(type) && !tellsAbsences ? `${short(name)} || ${absenceOf(id)}` : short(name);
}

/** The same rule for tasks with an assignee. */
export function ofAssignees(rule: Rule): Rule {
  const find: Rule['find'] = (scope, conditions) =>
    rule.find({ ...scope, isScanned: `${scope.isScanned} AND t.assignee_id IS NOT NULL` }, conditions);
  return { ...rule, find };
}
