import { promisedDay } from '#schema/promises.js';
import { dueDateSince } from '#schema/tasks.js';
import { leadsWithout } from './people-to-ask.js';
import {
  absenceOf,
  CHASES,
  COLLEAGUE,
  COMPANY,
  dayInWords,
  days,
  hours,
  MOMENT,
  type RuleScope,
  RUN,
  short,
} from './rule.js';
import type { Tones } from './sentence.js';
import { taskRule } from './task-rule.js';

/** So long nothing that holds a chase keeps a late task from the leads. */
const LONGEST_SILENCE_DAYS = 14;

/** Characters that are read of somebody's words: fewer are said, without the addresses of links. */
const MOST_WORDS = 1_000;

const ofTask = `said.company_id = ${COMPANY} AND said.rule = 'task.overdue'`;

/** The chases that somebody heard, a run once, by task: the row `chased`. */
const CHASED = `LEFT JOIN (
    SELECT heard.subject_id, array_agg(heard.at) AS moments FROM (
      SELECT said.subject_id, said.run_id, said.at FROM virtual_colleague_said said
        WHERE ${ofTask} AND said.colleague_id = ${COLLEAGUE} AND said.held IS NULL AND said.run_id <> ${RUN}
      UNION SELECT said.subject_id, said.run_id, said.at FROM virtual_colleague_said said WHERE ${ofTask} AND said.told
    ) heard GROUP BY heard.subject_id) chased ON chased.subject_id = t.id
  LEFT JOIN (
    SELECT said.subject_id, max(said.at) AS at FROM virtual_colleague_said said
      WHERE ${ofTask} AND said.held IS DISTINCT FROM 'muted' AND said.at <= ${MOMENT} - ${days(LONGEST_SILENCE_DAYS)}
      GROUP BY said.subject_id) noticed ON noticed.subject_id = t.id`;

const COUNT = `(SELECT count(*) FROM unnest(chased.moments) AS c (at) WHERE c.at >= t.updated_at)`;

/** The newest words of the assignee on the task: of a comment, or of a promise. */
const WORDS = `(SELECT left(translate(said.words, E'\\n\\r\\t', '   '), ${MOST_WORDS}) FROM (
    SELECT c.body AS words, c.created_at AS at, c.id FROM comments c
    WHERE c.company_id = $1 AND c.task_id = t.id AND c.author_id = t.assignee_id AND c.author_colleague IS NULL
    UNION ALL SELECT p.words, p.created_at, p.id FROM promises p
    WHERE p.company_id = $1 AND p.task_id = t.id AND p.person_id = t.assignee_id AND p.words IS NOT NULL
  ) said ORDER BY said.at DESC, said.id DESC LIMIT 1)`;

/** The day that the assignee has promised, in a sentence of its own. */
const PROMISED = `coalesce(' It is promised for ' || ${dayInWords(promisedDay('t'))} || '.', '')`;

const holder = ({ isForCustomer }: RuleScope) =>
  isForCustomer ? `''` : `coalesce(${short('u.name')} || ${absenceOf('u.id')}, '')`;

const CHASED_BEFORE = `(chased.subject_id IS NOT NULL AND ${COUNT} > 0)`;

const situation = ({ isForCustomer }: RuleScope) => `CASE WHEN ${isForCustomer} THEN 'external'
  WHEN t.assignee_id IS NULL THEN CASE WHEN ${CHASED_BEFORE} THEN 'unassigned' ELSE 'late_unassigned' END
  WHEN ${WORDS} IS NULL THEN CASE WHEN ${CHASED_BEFORE} THEN 'silent' ELSE 'late_silent' END
  WHEN ${CHASED_BEFORE} THEN 'words' ELSE 'late_words' END`;

/** What is so, and what each tone asks the leads for. */
const asking = (state: string): Tones => ({
  neutral: `${state} Decide how it goes on.`,
  friendly: `${state} Could you step in?`,
  formal: `${state} Please decide how to proceed.`,
  direct: `${state} Reassign it or cut it.`,
});

export const taskEscalated = taskRule({
  name: 'task.escalated',
  type: 'escalation',
  threshold: ({ escalation }) => ({ name: 'escalation.afterChases', value: escalation.afterChases }),
  join: CHASED,
  when: ({ chase, escalation }) =>
    `t.due_date <= ${MOMENT} - ${hours(chase.afterHours)} AND (${
      escalation.afterChases === 0 ? 'true' : `chased.subject_id IS NOT NULL AND ${COUNT} >= ${escalation.afterChases}`
    } OR noticed.at IS NOT NULL AND noticed.at >= ${dueDateSince('t')})`,
  urgency: 't.due_date',
  person: (scope) => ({ ...leadsWithout('t.assignee_id'), situation: situation(scope) }),
  countsChases: true,
  toLeads: true,
  moments: {
    due: 't.due_date',
    chased: `(SELECT min(c.at) FROM unnest(chased.moments) AS c (at) WHERE c.at >= t.updated_at)`,
  },
  texts: (scope) => ({
    chases: `CASE ${CHASES} WHEN 1 THEN 'once' WHEN 2 THEN 'twice' ELSE ${CHASES} || ' times' END`,
    holder: holder(scope),
    words: scope.isForCustomer ? `''` : `coalesce(${WORDS}, '')`,
    promised: scope.isForCustomer ? `''` : PROMISED,
  }),
  sentences: {
    words: asking('{task} was chased {chases} {chased.lately}. {holder} wrote {words}.{promised}'),
    late_words: asking('{task} {due.overdue}. {holder} wrote {words}.{promised}'),
    silent: asking('{task} was chased {chases} {chased.lately}. {holder} has written nothing about it.{promised}'),
    late_silent: asking('{task} {due.overdue}. {holder} has written nothing about it.{promised}'),
    unassigned: asking('{task} was chased {chases} {chased.lately}, and nobody has it.'),
    late_unassigned: asking('{task} {due.overdue}, and nobody has it.'),
    external: asking('{task} {due.overdue}, and reminders have changed nothing.'),
  },
});
