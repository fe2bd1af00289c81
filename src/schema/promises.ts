import { isoMoment } from '#core/database/schema/columns.js';
import { OWN_RULE } from './colleagues.js';
import { DONE } from './lanes.js';
import { isDone } from './tasks.js';
import { userReference } from './users.js';

export const PROMISE_STATES = ['open', 'kept', 'moved', 'broken', 'withdrawn'] as const;
export type PromiseState = (typeof PROMISE_STATES)[number];

export const PROMISE_SOURCES = ['api', 'console', 'comment'] as const;
export type PromiseSource = (typeof PROMISE_SOURCES)[number];

/** What people answer: reports and digests ask nobody. */
export const ASKING_TYPES = ['chase', 'reminder', 'escalation'] as const;
export type AskingType = (typeof ASKING_TYPES)[number];

// In each fragment `$1` is the company.

/** Whether the promise has not ended. */
export function isOpenPromise(promise: string): string {
  return `${promise}.ended_at IS NULL`;
}

/** The promise of the row, of the user `u`, as JSON in the shape of answers. */
function promiseAsJson(promise: string, person: string): string {
  return `json_build_object('id', ${promise}.id, 'taskId', ${promise}.task_id, 'person', ${userReference(person)},
    'until', ${promise}.until, 'words', ${promise}.words, 'source', ${promise}.source, 'state', ${promise}.state,
    'createdAt', ${isoMoment(`${promise}.created_at`)}, 'endedAt', ${isoMoment(`${promise}.ended_at`)})`;
}

/** The open promise of the task's assignee, else the newest open one, as JSON; else null. */
export function promiseOf(task: string): string {
  return `(SELECT ${promiseAsJson('op', 'pu')}
    FROM promises op JOIN users pu ON pu.company_id = op.company_id AND pu.id = op.person_id
    WHERE op.company_id = $1 AND op.task_id = ${task}.id AND ${isOpenPromise('op')}
    ORDER BY op.person_id IS NOT DISTINCT FROM ${task}.assignee_id DESC, op.created_at DESC, op.id DESC LIMIT 1)`;
}

/** The day that the task's assignee has promised; null without an open promise. */
export function promisedDay(task: string): string {
  return `(SELECT ap.until FROM promises ap WHERE ap.company_id = $1 AND ap.task_id = ${task}.id
    AND ap.person_id = ${task}.assignee_id AND ${isOpenPromise('ap')})`;
}

/**
 * What a user was last asked about the task and has not answered since, as JSON; else null. A question that a mail brought to a
 * list was told to those on the list, whomever it speaks to. A promise, a change, a comment, a mute and `Done` are answers; what
 * an agent does answers for the assignee, but no question about work that waits for review.
 */
export function askedOf(task: string, user: string): string {
  return `(SELECT CASE WHEN NOT (${isAnswered('aa', user, task)}) THEN json_build_object('activityId', aa.id,
      'colleague', json_build_object('id', ac.id, 'name', ac.name), 'type', aa.type, 'message', aa.message,
      'at', ${isoMoment('aa.created_at')}) END
    FROM virtual_colleague_activity aa
    JOIN virtual_colleagues ac ON ac.company_id = aa.company_id AND ac.id = aa.colleague_id
    WHERE aa.company_id = $1 AND aa.task_id = ${task}.id AND aa.status = 'sent' AND ${wasTold('aa', user)}
      AND aa.type IN (${ASKING_TYPES.map((type) => `'${type}'`).join(', ')}) AND NOT (${isDone(task)})
    ORDER BY aa.created_at DESC, aa.id DESC LIMIT 1)`;
}

/** Whether a channel told a user what the row of the log of colleagues says; null when none did. It is asked row by row. */
function wasTold(activity: string, user: string): string {
  return `(SELECT true FROM virtual_colleague_said td WHERE td.company_id = $1 AND td.subject_id = ${activity}.subject_id
    AND td.run_id = ${activity}.run_id AND td.user_id = ${user} AND td.told AND (${activity}.user_id = ${user} OR td.listed)
    AND (td.rule = ${activity}.rule OR ${activity}.rule LIKE '${OWN_RULE}%') LIMIT 1)`;
}

/** The condition on the row `promise` that the person whom the row of the log of colleagues speaks to has made it since, not after `until`. */
export function isMadeAfter(promise: string, activity: string, until: string): string {
  return `${promise}.company_id = $1 AND ${promise}.task_id = ${activity}.task_id AND ${promise}.person_id = ${activity}.user_id
    AND ${promise}.created_at > ${activity}.created_at AND ${promise}.created_at <= ${until}`;
}

/** Whether that person has promised the task since, not after `until`, muted it, set it Done or given it a blocker. */
export function isAnsweredWithin(activity: string, until: string): string {
  const change = "sa.changes -> 'blockerIds'";
  return `(EXISTS (SELECT 1 FROM promises sp WHERE ${isMadeAfter('sp', activity, until)})
    OR EXISTS (SELECT 1 FROM task_activity sa WHERE sa.company_id = $1 AND sa.task_id = ${activity}.task_id
      AND sa.actor_id = ${activity}.user_id AND sa.actor_colleague IS NULL AND sa.at > ${activity}.created_at AND sa.at <= ${until}
      AND (sa.event = 'task.muted' OR sa.changes -> 'status' ->> 'to' = '${DONE}'
        OR json_array_length(${change} -> 'to') > json_array_length(${change} -> 'from')
        OR json_array_length(${change} -> 'added') > 0)))`;
}

/** Whether a user has answered what the row of the log of colleagues says, on the task of that row. */
function isAnswered(activity: string, user: string, task: string): string {
  const after = (moment: string) => `${moment} > ${activity}.created_at`;
  const isBy = (person: string, colleague: string) => `(${colleague} IS NULL AND ${person} = ${user}
    OR ${colleague} IS NOT NULL AND ${person} IS NOT NULL AND ${task}.assignee_id = ${user} AND ${activity}.rule <> 'work.review_waiting')`;
  return `EXISTS (SELECT 1 FROM promises np WHERE np.company_id = $1 AND np.task_id = ${activity}.task_id
      AND np.person_id = ${user} AND ${after('np.created_at')})
    OR EXISTS (SELECT 1 FROM comments nc WHERE nc.company_id = $1 AND nc.task_id = ${activity}.task_id
      AND ${isBy('nc.author_id', 'nc.author_colleague')} AND ${after('nc.created_at')})
    OR EXISTS (SELECT 1 FROM task_activity na WHERE na.company_id = $1 AND na.task_id = ${activity}.task_id
      AND ${isBy('na.actor_id', 'na.actor_colleague')} AND na.event IN ('task.updated', 'task.muted')
      AND ${after('na.at')})`;
}
