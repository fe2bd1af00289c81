import { columnOf, isoMoment } from '#core/database/schema/columns.js';
import { isShortened, shortened } from '#core/database/lists/shortened-text.js';
import { commentCount } from './comments.js';
import { attachmentCount } from './files.js';
import { userReference } from './users.js';
import { BLOCKED, type DefaultLane, DONE } from './lanes.js';

export const PRIORITIES = ['None', 'Low', 'Medium', 'High', 'Urgent'] as const;

export type Priority = (typeof PRIORITIES)[number];

/** The most hours that a task can have, estimated or logged. */
export const MAX_TASK_HOURS = 100_000;

/** The fields of a task, in the order of its responses. */
export const TASK_FIELDS = [
  'id',
  'tid',
  'title',
  'description',
  'status',
  'priority',
  'estimatedHours',
  'loggedHours',
  'projectId',
  'assigneeId',
  'delegateId',
  'sprintId',
  'epicId',
  'parentId',
  'dueDate',
  'startDate',
  'rank',
  'isBlocked',
  'recurrenceId',
  'createdById',
  'completedAt',
  'createdAt',
  'updatedAt',
] as const;

export type TaskField = (typeof TASK_FIELDS)[number];

export const TASK_SORTS = [
  'createdAt',
  'updatedAt',
  'completedAt',
  'dueDate',
  'startDate',
  'priority',
  'status',
  'title',
  'rank',
] as const;

export type TaskSort = (typeof TASK_SORTS)[number];

// In each fragment `$1` is the company. With a constant, not the column of another row, Citus sends a statement to one node.

const USER_OR_COLLEAGUE = `CASE WHEN ta.actor_colleague IS NULL THEN ${userReference('u')}
  ELSE (jsonb_build_object('type', 'colleague') || ta.actor_colleague::jsonb)::json END`;

/** Who made the change of the row `ta`: the user `u`, or the colleague whose key it was; and with which program. */
export const HISTORY_ACTOR = `CASE WHEN ta.via IS NULL THEN ${USER_OR_COLLEAGUE}
  ELSE ((${USER_OR_COLLEAGUE})::jsonb || jsonb_build_object('via', ta.via))::json END`;

/** The labels of the row `t` by name, as JSON in the shape of answers. */
export const LABELS_OF_TASK = `coalesce((
  SELECT json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color) ORDER BY l.name COLLATE alphabet, l.id)
  FROM task_labels tl JOIN labels l ON l.company_id = tl.company_id AND l.id = tl.label_id
  WHERE tl.company_id = $1 AND tl.task_id = t.id), '[]')`;

/** Labels of a task. */
export const MOST_LABELS = 100;

/** The fields that are columns: all but one. */
export const STORED_FIELDS = TASK_FIELDS.filter((field) => field !== 'isBlocked');

/** How many statuses of a company are looked up one by one. */
const MOST_STATUSES = 100;

/** Selects fields of the row `t` in the very shape of the response, so that nothing needs mapping. */
export function selectFields(fields: readonly TaskField[] = TASK_FIELDS): string {
  return fields === TASK_FIELDS ? ALL_FIELDS : fields.map(selectField).join(', ');
}

function selectField(field: TaskField): string {
  return `${field === 'isBlocked' ? isBlocked('t') : columnOf(field, 't')} AS "${field}"`;
}

const ALL_FIELDS = TASK_FIELDS.map(selectField).join(', ');

/** As `selectFields`, with descriptions that are cut to some `longest` bytes, a parameter; `truncated` says so. */
export function selectShortened(longest: string): string {
  const fields = TASK_FIELDS.map((field) =>
    field === 'description' ? `${shortened('t.description', longest)} AS description` : selectField(field),
  );
  return `${fields.join(', ')}, CASE WHEN ${isShortened('t.description', longest)} THEN true END AS truncated`;
}

/** Why one watches a task, in the order in which answers name them. */
export const WATCH_REASONS = ['creator', 'assignee', 'commented', 'mentioned', 'chosen'] as const;

export type WatchReason = (typeof WATCH_REASONS)[number];

/** Whether a mute is not over at a moment. */
const isInForce = (mute: string, moment: string) => `(${mute}.until IS NULL OR ${mute}.until > ${moment})`;

/** What keeps colleagues from speaking of the task, the oldest first, as JSON. */
export function mutesOf(task: string): string {
  return `(SELECT coalesce(json_agg(json_build_object('id', tm.id, 'until', ${isoMoment('tm.until')}, 'colleagueId', tm.colleague_id,
      'rule', tm.rule, 'note', tm.note, 'by', CASE WHEN mu.id IS NOT NULL THEN ${userReference('mu')} END,
      'createdAt', ${isoMoment('tm.created_at')}) ORDER BY tm.created_at, tm.id), '[]')
    FROM task_mutes tm LEFT JOIN users mu ON mu.company_id = tm.company_id AND mu.id = tm.by_id
    WHERE tm.company_id = $1 AND tm.task_id = ${task}.id AND ${isInForce('tm', 'now()')})`;
}

/** Whether a colleague is to say nothing of a task by a rule; all of it is SQL, the rule is what it is remembered by. */
export function isMuted(
  taskId: string,
  { colleague, rule, moment }: Record<'colleague' | 'rule' | 'moment', string>,
): string {
  return `EXISTS (SELECT 1 FROM task_mutes tm WHERE tm.company_id = $1 AND tm.task_id = ${taskId} AND ${isInForce('tm', moment)}
    AND (tm.colleague_id IS NULL OR tm.colleague_id = ${colleague}) AND (tm.rule_key IS NULL OR tm.rule_key = ${rule}))`;
}

/** The user of the row `watcher` of `taskWatchers`, and how they have taken to the task, as JSON. */
export function watchMark(watcher: string): string {
  return `json_build_object('userId', ${watcher}.user_id, 'chosen', ${watcher}.chosen, 'unwatched', ${watcher}.unwatched,
    'watches', ${wants(watcher)}, 'since', ${watcher}.since)`;
}

/** Whether the user of the row `watcher` has commented, is mentioned or has chosen to watch. */
export function wants(watcher: string): string {
  return `${watcher}.commented OR ${watcher}.mentioned OR ${watcher}.chosen`;
}

/** Whether a user watches the task itself; `watcher` is the row of `taskWatchers` of the two, if there is one. */
export function isWatcher(task: string, watcher: string, user: string): string {
  return `(${watcher}.unwatched IS NOT TRUE AND (coalesce(${task}.created_by_id = ${user}, false)
    OR coalesce(${task}.assignee_id = ${user}, false)
    OR coalesce(${wants(watcher)}, false)))`;
}

/** All reasons why a user watches the task, as an array; the parameters are those of `isWatcher`. */
export function watchReasons(task: string, watcher: string, user: string): string {
  const conditions = {
    creator: `${task}.created_by_id = ${user}`,
    assignee: `${task}.assignee_id = ${user}`,
    commented: `${watcher}.commented`,
    mentioned: `${watcher}.mentioned`,
    chosen: `${watcher}.chosen`,
  } satisfies Record<WatchReason, string>;
  const reasons = WATCH_REASONS.map((reason) => `CASE WHEN ${conditions[reason]} THEN '${reason}' END`);
  return `array_remove(ARRAY[${reasons.join(', ')}], NULL)`;
}

/** The ids of the tasks that any of the users watches for themselves; `userIds` is a parameter, `$1` the company. */
export function isWatchedByAny(task: string, userIds: string): string {
  const ids = `${userIds}::uuid[]`;
  return `(${task}.id IN (SELECT wt.task_id FROM task_watchers wt WHERE wt.company_id = $1 AND wt.user_id = ANY (${ids})
      AND NOT wt.unwatched AND (wt.commented OR wt.mentioned OR wt.chosen))
    OR ((${task}.created_by_id = ANY (${ids}) AND NOT EXISTS (SELECT 1 FROM task_watchers wc
        WHERE wc.company_id = $1 AND wc.task_id = ${task}.id AND wc.user_id = ${task}.created_by_id AND wc.unwatched))
      OR (${task}.assignee_id = ANY (${ids}) AND NOT EXISTS (SELECT 1 FROM task_watchers wa
        WHERE wa.company_id = $1 AND wa.task_id = ${task}.id AND wa.user_id = ${task}.assignee_id AND wa.unwatched))))`;
}

export function isOpen(task: string): string {
  return `${task}.status <> '${DONE}'`;
}

export function isDone(task: string): string {
  return `${task}.status = '${DONE}'`;
}

/** Whether the task has a status that the lanes have from the beginning. */
export function hasStatus(task: string, status: DefaultLane): string {
  return `${task}.status = '${status}'`;
}

/**
 * Whether the task has the status `Blocked`, or an open one blocks it. With LIMIT, because the planner would
 * make EXISTS a hash of all blockers of the company, for a page of 50 tasks too. That is quick for many tasks: `hashed`.
 */
export function isBlocked(task: string, how: 'looked-up' | 'hashed' = 'looked-up'): string {
  const blockers = `FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = ${task}.id AND b.is_open`;
  const hasOpenBlocker =
    how === 'hashed' ? `EXISTS (SELECT 1 ${blockers})` : `coalesce((SELECT true ${blockers} LIMIT 1), false)`;
  return `(${hasStatus(task, BLOCKED)} OR ${hasOpenBlocker})`;
}

/** How many labels the task `t` carries. Deleting a label takes it from its tasks and changes nothing else of them. */
export const LABEL_COUNT = `(SELECT count(*) FROM task_labels c WHERE c.company_id = $1 AND c.task_id = t.id)`;

/** Like `isBlocked`, for lists of blocked tasks only: it looks the few up instead of testing every task. */
export function isAmongBlocked(task: string): string {
  return `${task}.id IN (
    SELECT s.id FROM tasks s WHERE s.company_id = $1 AND ${hasStatus('s', BLOCKED)}
    UNION SELECT b.task_id FROM task_blockers b WHERE b.company_id = $1 AND b.is_open)`;
}

/** The open tasks that block the task, as rows `blocker`: after FROM. */
export function openBlockersOf(task: string): string {
  return `task_blockers b JOIN tasks blocker ON blocker.company_id = b.company_id AND blocker.id = b.blocker_id
    WHERE b.company_id = $1 AND b.task_id = ${task}.id AND b.is_open`;
}

/** Whether the task blocks another one, an id in SQL, or did before it was closed. */
export function isBlockerOf(task: string, blockedId: string): string {
  return `${task}.id IN (SELECT b.blocker_id FROM task_blockers b WHERE b.company_id = $1 AND b.task_id = ${blockedId})`;
}

/** The place of the task's priority, from None to Urgent. */
export function priorityPosition(task: string): string {
  return priorityPlace(`${task}.priority`);
}

/** The place of a priority in SQL, from None to Urgent. */
export function priorityPlace(priority: string): string {
  return `array_position(ARRAY['${PRIORITIES.join("', '")}'], ${priority})`;
}

/** SQL of all values, as `value`, that tasks of the company of `$1` have in a column with an index of its own. */
export const TASK_GROUPS = {
  priority: `SELECT unnest(ARRAY['${PRIORITIES.join("', '")}']) AS value`,
  // Finds each status with one look at the index. A company with more than `MOST_STATUSES` gets no rows at all.
  status: `WITH RECURSIVE statuses AS (
      (SELECT s.status AS value, 1 AS number FROM tasks s WHERE s.company_id = $1 ORDER BY s.status LIMIT 1)
      UNION ALL
      SELECT (SELECT s.status FROM tasks s WHERE s.company_id = $1 AND s.status > value ORDER BY s.status LIMIT 1),
        number + 1
      FROM statuses WHERE value IS NOT NULL AND number <= ${MOST_STATUSES}
    ) SELECT value FROM statuses WHERE (SELECT max(number) FROM statuses) <= ${MOST_STATUSES}`,
};

/**
 * The statuses of a parameter, and those of tasks that are the same to people: an array. It is read once, by index;
 * in a company of more than `MOST_STATUSES` case matters.
 */
export function statusesLike(statuses: string): string {
  const given = `SELECT s FROM unnest(${statuses}::text[]) s`;
  return `ARRAY(${given} UNION SELECT g.value FROM (${TASK_GROUPS.status}) g
    WHERE folded(g.value) IN (SELECT folded(s) FROM unnest(${statuses}::text[]) s))`;
}

/** Estimated less logged hours, never below 0: of an open task, what remains to be done. */
export function remainingHours(task: string): string {
  return `greatest(coalesce(${task}.estimated_hours, 0) - coalesce(${task}.logged_hours, 0), 0)`;
}

/** Selects when someone first changed the task of an id after a moment, and not after `until`; null when nobody did. */
export function selectFirstChange(taskId: string, after: string, until: string): string {
  return `SELECT min(ta.at) FROM task_activity ta WHERE ta.company_id = $1 AND ta.task_id = ${taskId}
    AND ta.event = 'task.updated' AND ta.at > ${after} AND ta.at <= ${until}`;
}

/** The hours that remained in a sprint at a moment, as its burndown has them. */
export function sprintHoursAt(sprint: string, moment: string): string {
  return `(SELECT coalesce(sum(c.remaining_hours), 0) FROM sprint_changes c
    WHERE c.company_id = $1 AND c.sprint_id = ${sprint}.id AND c.at <= ${moment})`;
}

/** What a tid looks like, in any case. */
export const TID = /^[a-z][a-z0-9]{1,9}-[1-9][0-9]{0,9}$/i;

/** From now on the tasks `$2` are read with what few tasks have. */
export const NOTE_EXTRAS =
  'UPDATE tasks SET has_extras = true WHERE company_id = $1 AND id = ANY ($2::uuid[]) AND NOT has_extras';

/** Whether the task carries one of the labels; `labelIds` is a parameter. */
export function carriesAnyLabel(task: string, labelIds: string): string {
  return `${task}.id IN (SELECT tl.task_id FROM task_labels tl
    WHERE tl.company_id = $1 AND tl.label_id = ANY (${labelIds}::uuid[]))`;
}

export function carriesNoLabel(task: string): string {
  return `NOT EXISTS (SELECT 1 FROM task_labels tl WHERE tl.company_id = $1 AND tl.task_id = ${task}.id)`;
}

/** How many tasks have the task as their parent. */
/** What hangs on the task, as JSON: how many subtasks, and of these done ones, comments and files. */
export function attachedCounts(task: string): string {
  return `json_build_object('subtasks', ${subtaskCount(task)}, 'subtasksDone',
    (SELECT count(*) FROM tasks ds WHERE ds.company_id = $1 AND ds.parent_id = ${task}.id AND ds.status = '${DONE}'),
    'comments', ${commentCount(task)}, 'files', ${attachmentCount(task)})`;
}

export function subtaskCount(task: string): string {
  return `(SELECT count(*) FROM tasks st WHERE st.company_id = $1 AND st.parent_id = ${task}.id)`;
}

/** The local time at which the task is due in a zone. */
export function dueDay(task: string, zone: string): string {
  return localTime(`${task}.due_date`, zone);
}

/** The local time at which the task begins in a zone. */
export function startDay(task: string, zone: string): string {
  return localTime(`${task}.start_date`, zone);
}

/** Whether a date is exactly midnight UTC: that calendar day everywhere. */
export function isDay(date: string): string {
  return `(${date} AT TIME ZONE 'UTC')::time = '00:00'`;
}

function localTime(date: string, zone: string): string {
  return `CASE WHEN ${isDay(date)} THEN ${date} AT TIME ZONE 'UTC' ELSE ${date} AT TIME ZONE ${zone} END`;
}

/** The ids of the tasks that have the task as their parent, as rows. */
export function subtaskIds(task: string): string {
  return `SELECT ct.id FROM tasks ct WHERE ct.company_id = $1 AND ct.parent_id = ${task}.id`;
}

/** Whether any task carries the label of the row. */
export function carriesLabel(label: string): string {
  return `EXISTS (SELECT 1 FROM task_labels cl WHERE cl.company_id = $1 AND cl.label_id = ${label}.id)`;
}

/** Since when the task has its due date. */
export function dueDateSince(task: string): string {
  return `coalesce((SELECT max(ta.at) FROM task_activity ta WHERE ta.company_id = $1 AND ta.task_id = ${task}.id
    AND ta.changes -> 'dueDate' IS NOT NULL), ${task}.created_at)`;
}
