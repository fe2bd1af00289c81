import { isoMoment } from '#core/database/schema/columns.js';
import type { ColleagueSettings } from '../settings/colleague-settings.js';
import { CHASES, type Facts, hoursSince, MOMENT, type Rule, type RuleScope, short } from './rule.js';

/** Whom a task rule speaks to, in SQL. */
export interface Person {
  /** SQL of the id. */
  readonly id: string;
  /** SQL that follows the task in FROM, with the person in it. */
  readonly join?: string;
  /** SQL of a further condition: where it is false, nobody is spoken to. */
  readonly isFound?: string;
  /** A task may have several. */
  readonly isOneOfSeveral?: boolean;
  /** SQL of the situation that the person is in. */
  readonly situation?: string;
  /** SQL of the open blockers that the person has, as JSON. */
  readonly blockers?: string;
  /** SQL of all projects that the message tells of. Defaults to the task's. */
  readonly projectIds?: string;
}

interface TaskRule extends Omit<Rule, 'find'> {
  /** Which of the open tasks: a condition on the row `t`. */
  when: (settings: ColleagueSettings) => string;
  /** SQL to sort by: the least goes first. */
  urgency: string;
  /** SQL that follows the task in FROM, for the other expressions. */
  join?: string | ((settings: ColleagueSettings) => string);
  /** SQL of the texts that the sentences name besides `{task}`. */
  texts?: (scope: RuleScope) => Readonly<Record<string, string>>;
  tids?: Readonly<Record<string, string>>;
  moments?: Readonly<Record<string, string>>;
  names?: (scope: RuleScope) => Readonly<Record<string, string>>;
  /** The person that it speaks to; none: it speaks to nobody. */
  person?: (scope: RuleScope) => Person;
  measure?: string;
  /** Whether its reasons name the chases before. */
  countsChases?: boolean;
}

/** The texts by which people know the task `t`. */
export const TASK_TEXTS = { title: short('t.title') };

const CHASE_FACTS: Facts = { chasedBefore: CHASES };

/** The facts of the task `t` that its reasons name. */
export const TASK_FACTS: Facts = {
  due: isoMoment('t.due_date'),
  overdueHours: `CASE WHEN t.due_date <= ${MOMENT} THEN ${hoursSince('t.due_date')} END`,
  unchangedHours: hoursSince('t.updated_at'),
};

/** A rule about tasks, one by one. */
export function taskRule(given: TaskRule): Rule {
  const { when, urgency, join = '', texts, tids, moments, names, person, measure, countsChases, ...rule } = given;
  return {
    ...rule,
    find: (scope) => {
      const { settings, isScanned } = scope;
      const who = person?.(scope);
      const joins = [typeof join === 'string' ? join : join(settings), who?.join ?? ''].join(' ');
      const isFound = who?.isFound === undefined ? '' : ` AND ${who.isFound}`;
      return {
        from: `tasks t LEFT JOIN users u ON u.company_id = t.company_id AND u.id = t.assignee_id ${joins}`,
        where: `${isScanned} AND ${when(settings)}${isFound}`,
        subjectId: 't.id',
        taskId: 't.id',
        ...(who && { userId: who.id }),
        ...(who?.isOneOfSeveral && { isOfSeveral: true }),
        ...(who?.situation !== undefined && { situation: who.situation }),
        ...(who?.blockers !== undefined && { blockers: who.blockers }),
        projectIds: who?.projectIds ?? 'ARRAY[t.project_id]',
        urgency,
        texts: { ...TASK_TEXTS, ...texts?.(scope) },
        ...(tids && { tids }),
        ...(moments && { moments }),
        ...(names && { names: names(scope) }),
        ...(measure !== undefined && { measure }),
        facts: { ...TASK_FACTS, ...(countsChases && CHASE_FACTS) },
      };
    },
  };
}

/** The same rule for tasks with an assignee. */
export function ofAssignees(rule: Rule): Rule {
  const find: Rule['find'] = (scope, conditions) =>
    rule.find({ ...scope, isScanned: `${scope.isScanned} AND t.assignee_id IS NOT NULL` }, conditions);
  return { ...rule, find };
}
