import type { Statement } from '#core/database/database.js';
import { Conditions } from '#core/database/lists/conditions.js';
import { isReader, type Reaches } from './addressed-people.js';
import { silentHours } from '#schema/voice.js';
import { MOST_SUBJECTS, PARAMETERS, saidLately } from './finding-statement.js';
import type { FilterRule } from './own-rule.js';
import type { RuleScope } from './rule.js';

/** The tasks that a rule of one's own matches and has not spoken of lately to anyone. */
export interface MatchingRow {
  /** What the rule is remembered by. */
  key: string;
  /** The first of them, in the order of its messages. */
  firstIds: string[];
  /** How many there are. */
  tasks: number;
}

/**
 * The statement that matches open tasks with all rules of one's own in one pass: a task has a bit of each rule, and the
 * first tasks of a rule are among the first of those with the same bits. It looks at no people, but for whether there is
 * anyone to speak to.
 */
export async function matchingStatement(
  rules: readonly FilterRule[],
  scope: RuleScope,
  values: readonly unknown[],
): Promise<{ statement: Statement; values: unknown[] }> {
  const conditions = new Conditions(values);
  const joins = new Map<string, string>();
  const reaches: Reaches = (userId) => {
    const known = joins.get(userId) ?? `reader${joins.size}`;
    joins.set(userId, known);
    return `coalesce(${known}.is_active, false)`;
  };
  const marks: string[] = [];
  for (const [place, rule] of rules.entries()) {
    marks.push(`CASE WHEN ${await rule.speaksOf(scope, conditions, reaches)} THEN ${bit(place)} ELSE 0 END`);
  }
  const keys = conditions.parameter(rules.map(({ key }) => key));
  const repeatHours = conditions.parameter(rules.map((rule) => silentHours(rule.repeatHours)));
  // With LIMIT the planner keeps who was found of each user and project, in place of looking at every task.
  const readers = [...joins].map(
    ([userId, row]) => `LEFT JOIN LATERAL (SELECT true AS is_active FROM users one
        WHERE ${isReader('one', userId)} LIMIT 1) ${row} ON true`,
  );
  const text = `WITH ${PARAMETERS}, rules AS MATERIALIZED (
      SELECT key, repeat_hours, 1::bigint << (place - 1)::integer AS mark
      FROM unnest(${keys}::text[], ${repeatHours}::integer[]) WITH ORDINALITY AS r (key, repeat_hours, place)
    ), spoken AS (
      SELECT said.subject_id, bit_or(r.mark) AS marks FROM rules r
        JOIN virtual_colleague_said said ON ${saidLately('r.key', 'r.repeat_hours')} GROUP BY said.subject_id
    ), matched AS MATERIALIZED (
      SELECT t.id, p.key, t.rank, (${marks.join('\n        | ')}) & ~coalesce(spoken.marks, 0) AS marks
      FROM tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id ${readers.join(' ')} LEFT JOIN spoken ON spoken.subject_id = t.id
      WHERE ${scope.isScanned}
    ), counts AS MATERIALIZED (
      SELECT m.marks, count(*) AS tasks FROM matched m WHERE m.marks <> 0 GROUP BY m.marks
    ), firsts AS MATERIALIZED (
      SELECT * FROM (SELECT m.*, row_number() OVER (PARTITION BY m.marks ORDER BY m.key, m.rank, m.id) AS place
        FROM matched m WHERE m.marks <> 0) placed WHERE place <= ${MOST_SUBJECTS}
    ) SELECT r.key, coalesce((SELECT sum(c.tasks) FROM counts c WHERE c.marks & r.mark <> 0), 0)::integer AS tasks,
        ARRAY(SELECT f.id FROM firsts f WHERE f.marks & r.mark <> 0 ORDER BY f.key, f.rank, f.id
          LIMIT ${MOST_SUBJECTS}) AS "firstIds"
      FROM rules r`;
  return { statement: { text }, values: conditions.values };
}

const bit = (place: number): string => `${2n ** BigInt(place)}::bigint`;
