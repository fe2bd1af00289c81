import type { ReviewState } from '#schema/code.js';
import { addressAt, branchOf, isTrueAt, listAt, momentAt, numberAt, textAt, valueAt } from './body.js';
import type { Account, Commit, ForgeEvent, Phase, PullRequestSeen } from './forge-event.js';

/** What GitHub, Gitea and Forgejo write alike. */

/** Gitea hides e-mail addresses behind one of its own, which is nobody's here. */
export function accountAt(body: unknown, path: string): Account {
  const login = textAt(body, `${path}.login`, `${path}.username`) ?? null;
  const name = textAt(body, `${path}.full_name`, `${path}.name`) ?? login ?? '';
  return { name, login, email: textAt(body, `${path}.email`) ?? null };
}

/** What there is of a pull request in an event; `review` is what the event says of that. */
export function pullRequestOf(
  body: object,
  review: PullRequestSeen['review'],
  { isDraft = isTrueAt(body, 'pull_request.draft') } = {},
): ForgeEvent[] {
  const [number, url] = [numberAt(body, 'pull_request.number'), addressAt(body, 'pull_request.html_url')];
  const repository = textAt(body, 'repository.full_name');
  const at = momentAt(body, 'pull_request.updated_at', 'pull_request.created_at') ?? review?.at;
  if (number === undefined || url === undefined || repository === undefined || at === undefined) return [];
  const base = textAt(body, 'pull_request.base.repo.full_name') ?? repository;
  const defaultBranch = textAt(body, 'repository.default_branch', 'pull_request.base.repo.default_branch');
  const seen: PullRequestSeen = {
    kind: 'pull_request',
    at,
    by: accountAt(body, 'sender'),
    repository,
    number,
    url,
    title: textAt(body, 'pull_request.title') ?? '',
    body: textAt(body, 'pull_request.body') ?? '',
    branch: textAt(body, 'pull_request.head.ref') ?? '',
    targetBranch: textAt(body, 'pull_request.base.ref') ?? '',
    defaultBranches: defaultBranch === undefined ? [] : [defaultBranch],
    // The fork of a closed pull request may be gone.
    isFork: textAt(body, 'pull_request.head.repo.full_name') !== base,
    isDraft,
    phase: phaseOf(body, isDraft),
    author: accountAt(body, 'pull_request.user'),
    head: textAt(body, 'pull_request.head.sha') ?? null,
    ...(review && { review }),
  };
  return [seen];
}

function phaseOf(body: object, isDraft: boolean): Phase {
  if (isTrueAt(body, 'pull_request.merged') || momentAt(body, 'pull_request.merged_at')) return 'merged';
  if (textAt(body, 'pull_request.state') === 'closed') return 'closed';
  return !isDraft && hasReviewer(body) ? 'review' : 'open';
}

function hasReviewer(body: object): boolean {
  const people = listAt(body, 'pull_request.requested_reviewers');
  const teams = ['requested_teams', 'requested_reviewers_teams'].flatMap((name) =>
    listAt(body, `pull_request.${name}`),
  );
  return people.length + teams.length > 0;
}

/** What an event of a pull request says of its review by who is asked. */
export function askedReview(body: object, action: string | undefined): PullRequestSeen['review'] {
  const at = momentAt(body, 'pull_request.updated_at');
  if (at === undefined) return undefined;
  const isAsked = hasReviewer(body);
  if (isAsked && ['opened', 'review_requested'].includes(action ?? '')) return { state: 'asked', at };
  return !isAsked && action === 'review_request_removed' ? { state: null, at } : undefined;
}

export function reviewed(state: ReviewState | null | undefined, at: string | undefined): PullRequestSeen['review'] {
  return state === undefined || at === undefined ? undefined : { state, at };
}

export function pushOf(body: object): ForgeEvent[] {
  const [branch, repository] = [branchOf(textAt(body, 'ref')), textAt(body, 'repository.full_name')];
  const home = addressAt(body, 'repository.html_url', 'repository.url');
  if (branch === undefined || repository === undefined || home === undefined) return [];
  const commits = listAt(body, 'commits').flatMap((commit) => commitOf(commit));
  const isDeleted = isTrueAt(body, 'deleted') || isNothing(textAt(body, 'after'));
  const isMade = isTrueAt(body, 'created') || isNothing(textAt(body, 'before'));
  const moments = commits.map(({ at }) => at).sort();
  const by = accountAt(body, 'sender');
  const defaultBranch = textAt(body, 'repository.default_branch', 'repository.master_branch');
  return [
    {
      kind: 'push',
      at:
        moments.at(-1) ??
        momentAt(body, 'head_commit.timestamp', 'repository.pushed_at', 'repository.updated_at') ??
        new Date().toISOString(),
      by: { ...by, email: by.email ?? textAt(body, 'pusher.email') ?? null },
      repository,
      branch,
      branchUrl: `${home}/tree/${encodeURI(branch)}`,
      is: isDeleted ? 'deleted' : isMade ? 'made' : 'pushed',
      defaultBranches: defaultBranch === undefined ? [] : [defaultBranch],
      commits,
    },
  ];
}

/** A branch that is made or deleted, where a forge tells that by an event of its own. */
export function branchEventOf(body: object, is: 'made' | 'deleted'): ForgeEvent[] {
  const [branch, repository] = [textAt(body, 'ref'), textAt(body, 'repository.full_name')];
  const home = addressAt(body, 'repository.html_url', 'repository.url');
  if (valueAt(body, 'ref_type') !== 'branch' || !branch || !repository || !home) return [];
  return [
    {
      kind: 'push',
      at: momentAt(body, 'repository.pushed_at', 'repository.updated_at') ?? new Date().toISOString(),
      by: accountAt(body, 'sender'),
      repository,
      branch: branchOf(branch) ?? branch,
      branchUrl: `${home}/tree/${encodeURI(branchOf(branch) ?? branch)}`,
      is,
      defaultBranches: [],
      commits: [],
    },
  ];
}

/** No commit: the branch was not there before, or is not any more. */
export function isNothing(sha: string | undefined): boolean {
  return sha !== undefined && /^0+$/.test(sha);
}

function commitOf(commit: unknown): Commit[] {
  const [sha, url, at] = [textAt(commit, 'id'), addressAt(commit, 'url'), momentAt(commit, 'timestamp')];
  if (sha === undefined || url === undefined || at === undefined) return [];
  const author = {
    name: textAt(commit, 'author.name') ?? '',
    login: textAt(commit, 'author.username') ?? null,
    email: textAt(commit, 'author.email') ?? null,
  };
  return [{ sha, url, at, message: textAt(commit, 'message', 'title') ?? '', author }];
}
