import type { ColleagueSettings, Tone } from '../colleague-settings.js';
import { type Messages, type Rule, type RuleScope, short } from './rule.js';

interface TaskRule extends Pick<Rule, 'name' | 'type'> {
  /** Which of the open tasks: a condition on the row `t`. */
  when: (settings: ColleagueSettings) => string;
  /** SQL: the least goes first. */
  urgency: string;
  /** SQL of what the messages name besides `{task}` and `{to}`, which calls the person in the tone. */
  values?: Readonly<Record<string, string>>;
  /** SQL of whom it speaks to; the assignee unless it says otherwise. */
  person?: { id: string; name: string };
  messages: Messages;
}

/** How each tone begins: what goes around a name, and what stands there when there is no one. */
const ADDRESSES: Record<Tone, { before: string; after: string; nobody: string }> = {
  neutral: { before: '', after: ': ', nobody: 'Unassigned: ' },
  friendly: { before: 'Hi ', after: ', ', nobody: 'Nobody has taken this yet: ' },
  formal: { before: 'Dear ', after: ', ', nobody: 'Without an assignee: ' },
  direct: { before: '', after: ': ', nobody: 'No assignee: ' },
};

const ASSIGNEE = { id: 't.assignee_id', name: 'u.name' };

/** SQL of the row `t` as people know it: its tid and title. */
export const TASK = `t.tid || ' "' || ${short('t.title')} || '"'`;

/** A rule about tasks, one by one. */
export function taskRule({ name, type, when, urgency, values, person = ASSIGNEE, messages }: TaskRule): Rule {
  return {
    name,
    type,
    find: ({ settings, isScanned }) => ({
      from: `tasks t LEFT JOIN users u ON u.company_id = t.company_id AND u.id = t.assignee_id
        WHERE ${isScanned} AND ${when(settings)}`,
      subjectId: 't.id',
      taskId: 't.id',
      userId: person.id,
      projectIds: 'ARRAY[t.project_id]',
      urgency,
      values: { task: TASK, to: addressOf(person.name, settings.tone), ...values },
    }),
    messages: () => messages,
  };
}

function addressOf(name: string, tone: Tone): string {
  const { before, after, nobody } = ADDRESSES[tone];
  return `coalesce('${before}' || ${short(name)} || '${after}', '${nobody}')`;
}

/** The same rule, about tasks that someone is assigned to. */
export function ofAssignees(rule: Rule): Rule {
  const find = (scope: RuleScope) =>
    rule.find({ ...scope, isScanned: `${scope.isScanned} AND t.assignee_id IS NOT NULL` });
  return { ...rule, find };
}
