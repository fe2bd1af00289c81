import type { Changes } from '#core/events/domain-event.js';
import { type InboxReason, INBOX_NOTICE, type NoticedThing } from '#core/events/inbox-notice.js';
import { withNames } from '#modules/mentions/mentions.service.js';
import type { StoredEvent } from '../inbox-entry.entity.js';
import type { LogRow, LogTask, Surroundings } from './log-row.js';
import type { Addressed, Happening } from './notice.js';
import { IN_REVIEW } from '#schema/lanes.js';

const CHANGED_FIELDS: Readonly<Record<string, string>> = {
  title: 'the title',
  description: 'the description',
  dueDate: 'the due date',
  startDate: 'the start date',
  priority: 'the priority',
  estimatedHours: 'the estimate',
  sprintId: 'the sprint',
  epicId: 'the epic',
};
const LONGEST_QUOTE = 200;
/** What makes a line of Markdown a heading, a quotation or an item of a list. */
const BLOCK_MARK = /^(?:(?:#{1,6}|>|[-*+])[ \t]+)+/;

/** The names of rows that may tell something. */
export const TELLING = [
  'task.created',
  'task.updated',
  'task.commented',
  'task.deleted',
  'project.updated',
  'team.member_added',
  INBOX_NOTICE,
] as const;

/** What a row of the log tells, and whom it may concern; several things when it frees or blocks other tasks. */
export function happeningsOf(row: LogRow, around: Surroundings): Happening[] {
  switch (row.name) {
    case 'task.created':
      return [
        taskHappening(row, [...assignment(row, row.data.assigneeId, null), ...mentions(row), ...review(row, around)]),
      ];
    case 'task.updated':
      return [taskHappening(row, updated(row, around), row.data.changes), ...effects(row, around)];
    case 'task.commented':
      return [taskHappening(row, commented(row, around), undefined, row.data.comment?.id)];
    case 'task.deleted':
      return [taskHappening(row, deleted(row)), ...effects(row, around)];
    case 'project.updated':
      return [membersHappening(row)];
    case 'team.member_added':
      return [companyHappening(row)];
    case INBOX_NOTICE:
      return row.data.thing ? [toldHappening(row, row.data.thing, around)] : effects(row, around);
    default:
      return [];
  }
}

/** The ids of the tasks that rows tell of. */
export function taskIdsOf({ name, data }: LogRow): string[] {
  const own = name.startsWith('task.') && data.id ? [data.id] : [];
  const told = data.thing?.type === 'task' ? [data.thing.id] : [];
  return [...own, ...told, ...(data.unblocked ?? []), ...(data.blocked ?? [])];
}

function actorOf({ actorId, actorName, colleagueId, automation }: LogRow): StoredEvent['actor'] {
  if (automation?.type === 'integration') {
    return { type: 'integration', id: colleagueId, name: actorName, userId: automation.userId };
  }
  if (colleagueId !== null) return { type: automation?.type ?? 'colleague', id: colleagueId, name: actorName };
  return actorId === null ? { type: 'system', id: null, name: null } : { type: 'user', id: actorId, name: actorName };
}

/** `Mia (GitHub)` for what Mia did at GitHub. */
function doer(row: LogRow): string {
  const { automation, actorName } = row;
  if (automation?.type === 'integration' && automation.userName) return `${automation.userName} (${actorName ?? ''})`;
  return actorName ?? 'Somebody';
}

function taskHappening(row: LogRow, told: readonly Addressed[], changes?: Changes, commentId?: string): Happening {
  const { data } = row;
  return {
    id: row.id,
    at: row.at,
    actor: actorOf(row),
    thing: { type: 'task', id: data.id ?? '', name: data.title ?? '' },
    projectId: row.projectId,
    changes: changes ?? null,
    taskProjects: row.taskProjects,
    commentId: commentId ?? null,
    told,
  };
}

function to(userIds: readonly (string | null | undefined)[], reason: InboxReason, text: string): Addressed[] {
  return userIds.filter((id) => typeof id === 'string').map((userId) => ({ userId, reason, text }));
}

function assignment(row: LogRow, assigneeId: unknown, before: unknown): Addressed[] {
  return [
    ...to([assigneeId as string | null], 'assigned', `${doer(row)} assigned it to you`),
    ...to([before as string | null], 'unassigned', `${doer(row)} took it from you`),
  ];
}

function mentions(row: LogRow): Addressed[] {
  return to(row.facts?.mentioned ?? [], 'mentioned', `${doer(row)} mentioned you`);
}

/** Who watched the task itself, or all of its project, when it happened: the log is read a little later. */
function watchersOf({ at, data, projectId }: LogRow, around: Surroundings): string[] {
  const { id = '', assigneeId, createdById } = data;
  const marked = (around.marks.get(id) ?? []).filter(({ watches }) => watches);
  const all = around.allWatchers.get(projectId ?? '') ?? [];
  const moment = Date.parse(at);
  const chosen = [...marked, ...all].filter(({ since }) => !since || Date.parse(since) <= moment);
  const watchers = [assigneeId, createdById, ...chosen.map(({ userId }) => userId)];
  return [...new Set(watchers.filter((userId) => typeof userId === 'string'))];
}

function asWatchers(row: LogRow, around: Surroundings, reason: InboxReason, text: string): Addressed[] {
  return to(watchersOf(row, around), reason, text).map((addressed) => ({ ...addressed, asWatcher: true }));
}

function review(row: LogRow, around: Surroundings): Addressed[] {
  if (row.data.status !== IN_REVIEW) return [];
  const moved = row.data.changes?.['status'];
  const text = moved ? movedText(row, moved) : `${doer(row)} made it ${IN_REVIEW}`;
  return to([row.data.createdById, ...leadsOf(row, around)], 'review', text);
}

/** Whether a person has taken the task from themselves and left it to nobody. */
export function isGivenUp({ data, actorId, colleagueId }: LogRow): boolean {
  const { assigneeId } = data.changes ?? {};
  return assigneeId?.to === null && assigneeId.from === actorId && colleagueId === null;
}

function leadsOf({ projectId }: LogRow, { leads }: Surroundings): string[] {
  return (leads.get(projectId ?? '') ?? []).map(({ userId }) => userId);
}

function movedText(row: LogRow, { from, to: after }: Changes[string]): string {
  return `${doer(row)} moved it from ${String(from)} to ${String(after)}`;
}

function updated(row: LogRow, around: Surroundings): Addressed[] {
  const { data, facts } = row;
  const changes = data.changes ?? {};
  const told: Addressed[] = [];
  const { assigneeId, status } = changes;
  if (changes['deletedAt'])
    told.push(...to([data.assigneeId, data.createdById], 'deleted', `${doer(row)} restored it`));
  if (assigneeId) told.push(...assignment(row, assigneeId.to, assigneeId.from));
  if (isGivenUp(row))
    told.push(...to(leadsOf(row, around), 'unassigned', `${doer(row)} gave it up, and nobody has it`));
  told.push(...mentions(row));
  if (status) told.push(...review(row, around));
  if (facts?.isBlocked !== undefined) told.push(...to([data.assigneeId], 'blocked', blockedText(facts.isBlocked)));
  if (status) told.push(...asWatchers(row, around, 'status', movedText(row, status)));
  const fields = Object.keys(changes).flatMap((field) => CHANGED_FIELDS[field] ?? []);
  if (fields.length > 0) {
    const text = `${doer(row)} changed ${fields.join(', ')}`;
    // The assignee is told also without watching.
    told.push(...to([data.assigneeId], 'changed', text), ...asWatchers(row, around, 'changed', text));
  }
  return told;
}

function blockedText(isBlocked: boolean): string {
  return isBlocked ? 'It is blocked' : 'It is no longer blocked';
}

function commented(row: LogRow, around: Surroundings): Addressed[] {
  const line = (row.data.comment?.body ?? '').split('\n').find((text) => text.trim() !== '') ?? '';
  const words = withNames(line.trim().replace(BLOCK_MARK, ''));
  const quote = Array.from(words).slice(0, LONGEST_QUOTE).join('');
  return [...mentions(row), ...asWatchers(row, around, 'commented', `${doer(row)} commented: ${quote}`)];
}

function deleted(row: LogRow): Addressed[] {
  return to([row.data.assigneeId, row.data.createdById], 'deleted', `${doer(row)} deleted it`);
}

/** The tasks that became blocked or free because their blocker changed. */
function effects(row: LogRow, { tasks }: Surroundings): Happening[] {
  const happening = (isBlocked: boolean) => (id: string) => {
    const task = tasks.get(id);
    return task ? [ofTask(row, task, to([task.assigneeId], 'blocked', blockedText(isBlocked)))] : [];
  };
  return [
    ...(row.data.unblocked ?? []).flatMap(happening(false)),
    ...(row.data.blocked ?? []).flatMap(happening(true)),
  ];
}

function ofTask(row: LogRow, { id, title, projectId }: LogTask, told: readonly Addressed[]): Happening {
  return { ...taskHappening(row, told), thing: { type: 'task', id, name: title }, projectId };
}

function membersHappening(row: LogRow): Happening {
  const { id = '', name = '' } = row.data;
  const members = (row.data.changes?.['members'] ?? {}) as { from?: unknown; to?: unknown; added?: unknown };
  const idsOf = (list: unknown) => ((list as { id: string }[] | undefined) ?? []).map((member) => member.id);
  const before = idsOf(members.from);
  const added = idsOf(members.added ?? members.to).filter((member) => !before.includes(member));
  const told = to(added, 'added', `${doer(row)} added you to ${name}`);
  return { ...taskHappening(row, told), thing: { type: 'project', id, name } };
}

function companyHappening(row: LogRow): Happening {
  const { id = '', name = '', member } = row.data;
  const told = to([member?.id], 'added', `${doer(row)} added you to ${name}`);
  return { ...taskHappening(row, told), thing: { type: 'team', id, name }, projectId: null };
}

function toldHappening(row: LogRow, thing: NoticedThing, { tasks }: Surroundings): Happening {
  const { reason, userIds = [], text, commentId, colleague, isMailed } = row.data;
  const task = thing.type === 'task' ? tasks.get(thing.id) : undefined;
  const line = text ?? `${doer(row)} mentioned you`;
  return {
    ...taskHappening(row, to(userIds, reason ?? 'colleague', line), undefined, commentId),
    ...(colleague && { actor: { type: 'colleague', ...colleague } as const }),
    thing: task ? { ...thing, name: task.title } : thing,
    colleagueId: reason === 'colleague' ? colleague?.id : undefined,
    isMailed,
  };
}
