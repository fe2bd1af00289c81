import { tasks } from '../../tasks/tasks.sql.js';
import { users } from '../../users/users.sql.js';
import type { ColleagueSettings, Tone } from '../settings/colleague-settings.js';
import { type Messages, type Rule, type RuleScope, short } from './rule.js';

interface Person {
  /** SQL, as is the name. */
  id: string;
  name: string;
  /** Replaces the name when there is nobody. For a missing assignee, each tone has its own words. */
  nobody?: string;
}

interface TaskRule extends Pick<Rule, 'name' | 'type'> {
  /** Which of the open tasks: a condition on the row `t`. */
  when: (settings: ColleagueSettings) => string;
  /** SQL to sort by: the least goes first. */
  urgency: string;
  /** SQL of the values in messages besides `{task}` and `{to}`. `{to}` is the greeting of the person, in the tone. */
  values?: Readonly<Record<string, string>>;
  /** SQL of the person that it speaks to. Defaults to the assignee. */
  person?: Person;
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

/** A rule about tasks, one by one. */
export function taskRule({ name, type, when, urgency, values, person = ASSIGNEE, messages }: TaskRule): Rule {
  return {
    name,
    type,
    find: ({ settings, isScanned }) => ({
      from: `${tasks('t')} LEFT JOIN ${users('u', 't.assignee_id')}
        WHERE ${isScanned} AND ${when(settings)}`,
      subjectId: 't.id',
      taskId: 't.id',
      userId: person.id,
      projectIds: 'ARRAY[t.project_id]',
      urgency,
      values: { task: TASK, to: addressOf(person, settings.tone), ...values },
    }),
    messages: () => messages,
  };
}

function addressOf({ name, nobody }: Person, tone: Tone): string {
  const address = ADDRESSES[tone];
  return `coalesce('${address.before}' || ${short(name)} || '${address.after}', '${nobody ?? address.nobody}')`;
}

/** The same rule for tasks with an assignee. */
export function ofAssignees(rule: Rule): Rule {
  const find = (scope: RuleScope) =>
    rule.find({ ...scope, isScanned: `${scope.isScanned} AND t.assignee_id IS NOT NULL` });
  return { ...rule, find };
}
