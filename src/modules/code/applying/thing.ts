import { createHash } from 'node:crypto';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import type { CodeState } from '#schema/code.js';
import type { Commit, PullRequestSeen, PushSeen } from '../forges/forge-event.js';
import type { CodeLink } from '../links/code-link.entity.js';
import { withFact } from './passages.js';

/** What is known of a branch, a commit or a pull request, whatever task has it. */
export type Thing = Omit<
  CodeLink,
  'companyId' | 'id' | 'taskId' | 'connectionId' | 'closes' | 'moved' | 'given' | 'isRemoved'
>;

const LONGEST_TITLE = 500;

/** Names a pull request by its address, which people paste, too. */
export function pullRequestKey(url: string): string {
  const { host, pathname } = new URL(url);
  return keyOf('pull_request', `${host}${pathname}`.toLowerCase());
}

function branchKey(repository: string, branchUrl: string): string {
  return keyOf('branch', `${repository} ${branchUrl}`);
}

function commitKey(url: string): string {
  return keyOf('commit', url);
}

function keyOf(kind: string, name: string): string {
  return createHash('sha256').update(`${kind} ${name}`).digest('hex');
}

type Named = Pick<Thing, 'key' | 'kind' | 'repository' | 'title' | 'url' | 'at'>;

/** A thing of which nothing else is known. */
export function newThing(named: Named & Partial<Thing>): Thing {
  return {
    number: null,
    state: null,
    stateAt: null,
    textAt: null,
    branch: null,
    targetBranch: null,
    defaultBranches: [],
    isFork: false,
    checks: null,
    head: null,
    headAt: null,
    review: null,
    reviewAt: null,
    authorName: null,
    authorUserId: null,
    facts: [],
    ...named,
    repository: titleOf(named.repository),
    title: titleOf(named.title),
    ...(named.branch && { branch: titleOf(named.branch) }),
  };
}

/** A link of a task that has none to the thing. */
export function newLink(thing: Thing, owner: Pick<CodeLink, 'companyId' | 'taskId' | 'connectionId'>): CodeLink {
  return { ...thing, ...owner, id: uuidv7(), closes: false, moved: null, given: null, isRemoved: false };
}

/** What a link knows of its thing, without what it alone has. */
export function thingOf(link: CodeLink): Thing {
  const { companyId: _companyId, id: _id, taskId: _taskId, connectionId: _connectionId, ...others } = link;
  const { closes: _closes, moved: _moved, given: _given, isRemoved: _isRemoved, ...thing } = others;
  return thing;
}

/** Whether what an event says of the texts of a thing is the newest. */
export function isNewest(before: string | null | undefined, at: string): boolean {
  return before === null || before === undefined || before <= at;
}

/** A pull request with what an event says of it: each part keeps the newest, and merged is final. */
export function withPullRequest(
  known: Thing | undefined,
  seen: PullRequestSeen,
  userOf: (account: PullRequestSeen['author']) => string | null,
): Thing {
  const before = known ?? newThing({ ...namesOf(seen), kind: 'pull_request', key: pullRequestKey(seen.url) });
  const { at, review, author } = seen;
  const isNewText = isNewest(before.textAt, at);
  const isNewState = before.state !== 'merged' && (seen.phase === 'merged' || isNewest(before.stateAt, at));
  const isNewHead = seen.head !== null && isNewest(before.headAt, at);
  const isNewReview = review !== undefined && isNewest(before.reviewAt, review.at);
  return {
    ...before,
    ...(isNewText && { ...namesOf(seen), textAt: at }),
    ...(isNewState && { state: stateOf(seen), stateAt: at }),
    ...(isNewHead && { head: seen.head, headAt: at }),
    ...(isNewReview && { review: review.state, reviewAt: review.at }),
    ...(author.name !== '' && {
      authorName: titleOf(author.name),
      authorUserId: userOf(author) ?? before.authorUserId,
    }),
    facts: withFact(before.facts, [at, seen.phase]),
    // Of what was linked by hand it was the moment of that.
    at: before.facts.length > 0 && before.at > at ? before.at : at,
  };
}

function namesOf({
  repository,
  number,
  title,
  url,
  branch,
  targetBranch,
  defaultBranches,
  isFork,
  at,
}: PullRequestSeen) {
  return {
    repository: titleOf(repository),
    number,
    title: titleOf(title),
    url,
    branch: titleOf(branch),
    targetBranch: titleOf(targetBranch),
    defaultBranches: [...defaultBranches],
    isFork,
    at,
  };
}

function stateOf({ phase, isDraft }: PullRequestSeen): CodeState {
  if (phase === 'merged' || phase === 'closed') return phase;
  return isDraft ? 'draft' : 'open';
}

/** A branch, which is open until it is deleted. */
export function withBranch(known: Thing | undefined, seen: PushSeen): Thing {
  const { repository, branch, branchUrl, at } = seen;
  const before =
    known ??
    newThing({
      key: branchKey(repository, branchUrl),
      kind: 'branch',
      repository,
      title: branch,
      url: branchUrl,
      branch,
      at,
    });
  if (!isNewest(before.stateAt, at)) return before;
  return {
    ...before,
    state: seen.is === 'deleted' ? 'closed' : 'open',
    stateAt: at,
    at: before.at > at ? before.at : at,
  };
}

export function commitThing({ repository, branch }: PushSeen, commit: Commit, authorUserId: string | null): Thing {
  const { url, message, at, author } = commit;
  const [title = ''] = message.split('\n', 1);
  const authorName = author.name === '' ? null : titleOf(author.name);
  return newThing({
    key: commitKey(url),
    kind: 'commit',
    repository,
    title,
    url,
    branch,
    authorName,
    authorUserId,
    at,
  });
}

function titleOf(text: string): string {
  return text.length <= LONGEST_TITLE ? text : `${text.slice(0, LONGEST_TITLE - 1).toWellFormed()}…`;
}
