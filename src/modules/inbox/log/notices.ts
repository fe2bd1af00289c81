import { INBOX_REASONS, type InboxReason } from '#core/events/inbox-notice.js';
import type { ReachedProjects } from '#modules/projects/project-access.service.js';
import type { NotificationChoices } from '../settings/notification-choices.js';
import type { Changes, InboxFacts, WatchMark } from '#core/events/domain-event.js';
import { mayKnow, visibleChanges } from '#core/events/visible-changes.js';
import type { Addressed, Happening, Notice } from './notice.js';

/** What decides whether a person is told. */
export interface Person {
  readonly isActive: boolean;
  readonly reach: ReachedProjects;
  readonly choices: NotificationChoices;
  /** The level of each project that is not `participating`. */
  readonly levels: ReadonlyMap<string, string>;
}

/** Whom a quiet project still tells. */
const ALWAYS: readonly InboxReason[] = ['assigned', 'unassigned', 'mentioned'];

/** Whether the person is told of it for this reason. */
type Test = (addressed: Addressed) => boolean;

/** What people are told of a happening: each once, with all reasons that apply and are on. */
export function noticesOf(
  happening: Happening,
  facts: InboxFacts | null,
  people: ReadonlyMap<string, Person>,
  marks: readonly WatchMark[],
  assigneeId: string | null | undefined,
): Notice[] {
  const byUser = Map.groupBy(happening.told, ({ userId }) => userId);
  const notices: Notice[] = [];
  for (const [userId, all] of byUser) {
    const person = people.get(userId);
    if (!person || !mayBeTold(happening, userId, person)) continue;
    const mark = marks.find((other) => other.userId === userId);
    const isTold = testOf(happening, facts, { ...person, mark, isAssignee: userId === assigneeId });
    const addressed = inOrder(all.filter(isTold));
    const [first] = addressed;
    if (!first) continue;
    const { id, at, actor, commentId, thing, projectId, isMailed } = happening;
    const changes = changesFor(person, happening);
    const { reason, text } = first;
    const mail = person.choices.mail[reason];
    const event = { id, reason, at, actor, text, changes, commentId, mail, ...(isMailed && { isMailed }) };
    notices.push({ userId, thing, projectId, reasons: [...new Set(addressed.map((one) => one.reason))], event });
  }
  return notices;
}

/** Never who did it; only active people who reach the project. */
function mayBeTold(
  { actor, projectId, colleagueId }: Happening,
  userId: string,
  { isActive, reach, choices }: Person,
): boolean {
  if (actor.type === 'user' && actor.id === userId) return false;
  if (actor.type === 'integration' && actor.userId === userId) return false;
  if (colleagueId !== undefined && choices.mutedColleagueIds.includes(colleagueId)) return false;
  return isActive && (projectId === null || reach.projectIds.has(projectId));
}

/** The changes without tasks that the person does not reach. */
function changesFor({ reach }: Person, { changes, taskProjects }: Happening): Changes | null {
  return changes && taskProjects ? visibleChanges(changes, mayKnow(reach.projectIds, taskProjects)) : changes;
}

function testOf(
  { projectId }: Happening,
  facts: InboxFacts | null,
  person: Person & { mark: WatchMark | undefined; isAssignee: boolean },
): Test {
  const { choices, levels, mark, isAssignee } = person;
  const isMuted =
    projectId !== null && (choices.mutedProjectIds.includes(projectId) || levels.get(projectId) === 'none');
  const isOn = ({ reason }: Addressed) =>
    reason === 'changed'
      ? choices.inbox.changed === true || (choices.inbox.changed === 'mine' && isAssignee)
      : choices.inbox[reason];
  const isSpoken = ({ reason }: Addressed) => facts?.tells !== 'assignees' || reason === 'assigned';
  const isWanted = ({ reason, asWatcher }: Addressed) => {
    if (ALWAYS.includes(reason)) return true;
    if (asWatcher && mark?.unwatched) return false;
    return !isMuted || mark?.chosen === true;
  };
  return (addressed) => isSpoken(addressed) && isWanted(addressed) && isOn(addressed);
}

function inOrder(addressed: readonly Addressed[]): Addressed[] {
  return [...addressed].sort((one, other) => INBOX_REASONS.indexOf(one.reason) - INBOX_REASONS.indexOf(other.reason));
}
