import type { CheckState, ReviewState } from '#schema/code.js';
import { addressAt, isTrueAt, listAt, momentAt, numberAt, textAt, valueAt } from './body.js';
import type { Account, Commit, Forge, ForgeEvent, Phase, PullRequestSeen } from './forge-event.js';

/** It does not say which branch is the default of a repository. */
const DEFAULT_BRANCHES = ['main', 'master'];
/** Pull requests name commits by so many characters, and all else by all. */
const SHORT = 12;

const REVIEWS: Readonly<Record<string, ReviewState | null>> = {
  'pullrequest:approved': 'approved',
  'pullrequest:unapproved': null,
  'pullrequest:changes_request_created': 'changes',
  'pullrequest:changes_request_removed': null,
};
/** Events that may say that a reviewer is asked. */
const ASKING = ['pullrequest:created', 'pullrequest:updated'];
const STATES: Readonly<Record<string, CheckState>> = { INPROGRESS: 'pending', SUCCESSFUL: 'passed' };
const PHASES: Readonly<Record<string, Phase>> = { MERGED: 'merged', DECLINED: 'closed', SUPERSEDED: 'closed' };
/** `Mia Meyer <mia@example.com>`. */
const RAW_AUTHOR = /^(.{0,200}?)\s*<([^<>\s]{1,320})>$/;

function accountAt(body: unknown, path: string): Account {
  const login = textAt(body, `${path}.account_id`, `${path}.uuid`, `${path}.nickname`) ?? null;
  const name = textAt(body, `${path}.display_name`, `${path}.nickname`) ?? '';
  return { name, login, email: null };
}

function shortSha(sha: string | undefined): string | null {
  return sha?.slice(0, SHORT) ?? null;
}

function pullRequestOf(event: string, body: object): ForgeEvent[] {
  const pr = 'pullrequest';
  const [number, url] = [numberAt(body, `${pr}.id`), addressAt(body, `${pr}.links.html.href`)];
  const repository = textAt(body, 'repository.full_name');
  const at = momentAt(body, `${pr}.updated_on`, `${pr}.created_on`);
  if (number === undefined || url === undefined || repository === undefined || at === undefined) return [];
  const isDraft = isTrueAt(body, `${pr}.draft`);
  const target = textAt(body, `${pr}.destination.repository.full_name`) ?? repository;
  const isAsked = listAt(body, `${pr}.reviewers`).length > 0;
  const state = REVIEWS[event];
  const reviewAt = momentAt(body, 'approval.date', 'changes_request.date') ?? at;
  const isReviewed = listAt(body, `${pr}.participants`).some(
    (one) => textAt(one, 'state') ?? isTrueAt(one, 'approved'),
  );
  const asked = ASKING.includes(event) && isAsked && !isReviewed ? 'asked' : undefined;
  const said = event in REVIEWS ? state : asked;
  const seen: PullRequestSeen = {
    kind: 'pull_request',
    at,
    by: accountAt(body, 'actor'),
    repository,
    number,
    url,
    title: textAt(body, `${pr}.title`) ?? '',
    body: textAt(body, `${pr}.description`, `${pr}.summary.raw`) ?? '',
    branch: textAt(body, `${pr}.source.branch.name`) ?? '',
    targetBranch: textAt(body, `${pr}.destination.branch.name`) ?? '',
    defaultBranches: DEFAULT_BRANCHES,
    isFork: textAt(body, `${pr}.source.repository.full_name`) !== target,
    isDraft,
    phase: PHASES[textAt(body, `${pr}.state`) ?? ''] ?? (isAsked && !isDraft ? 'review' : 'open'),
    author: accountAt(body, `${pr}.author`),
    head: shortSha(textAt(body, `${pr}.source.commit.hash`)),
    ...(said !== undefined && { review: { state: said, at: reviewAt } }),
  };
  return [seen];
}

function pushesOf(body: object): ForgeEvent[] {
  return listAt(body, 'push.changes').flatMap((change) => pushOf(body, change));
}

function pushOf(body: object, change: unknown): ForgeEvent[] {
  const side = valueAt(change, 'new') ? 'new' : 'old';
  const branch = textAt(change, `${side}.name`);
  const repository = textAt(body, 'repository.full_name');
  const home = addressAt(body, 'repository.links.html.href');
  if (textAt(change, `${side}.type`) !== 'branch' || !branch || !repository || !home) return [];
  const commits = listAt(change, 'commits').flatMap((commit) => commitOf(commit));
  const moments = commits.map(({ at }) => at).sort();
  return [
    {
      kind: 'push',
      at: moments.at(-1) ?? momentAt(change, 'new.target.date') ?? new Date().toISOString(),
      by: accountAt(body, 'actor'),
      repository,
      branch,
      branchUrl: `${home}/branch/${encodeURI(branch)}`,
      is: side === 'old' ? 'deleted' : valueAt(change, 'old') ? 'pushed' : 'made',
      defaultBranches: DEFAULT_BRANCHES,
      commits,
    },
  ];
}

function commitOf(commit: unknown): Commit[] {
  const [sha, url, at] = [textAt(commit, 'hash'), addressAt(commit, 'links.html.href'), momentAt(commit, 'date')];
  if (sha === undefined || url === undefined || at === undefined) return [];
  const account = accountAt(commit, 'author.user');
  const [, name, email] = RAW_AUTHOR.exec((textAt(commit, 'author.raw') ?? '').slice(0, 600)) ?? [];
  const author = { login: account.login, name: account.name || (name ?? ''), email: email ?? null };
  return [{ sha, url, at, message: textAt(commit, 'message') ?? '', author }];
}

function statusOf(body: object): ForgeEvent[] {
  const status = 'commit_status';
  const href = textAt(body, `${status}.links.commit.href`);
  const sha = shortSha(textAt(body, `${status}.commit.hash`) ?? href?.split('/').at(-1));
  const repository = textAt(body, 'repository.full_name');
  const at = momentAt(body, `${status}.updated_on`, `${status}.created_on`);
  if (sha === null || repository === undefined || at === undefined) return [];
  const name = `status ${textAt(body, `${status}.key`) ?? ''}`;
  const state = STATES[textAt(body, `${status}.state`) ?? ''] ?? 'failed';
  return [{ kind: 'check', at, by: accountAt(body, 'actor'), repository, sha, name, state }];
}

export const BITBUCKET: Forge = {
  name: 'Bitbucket',
  deliveryHeaders: ['x-request-uuid'],
  signatures: [{ header: 'x-hub-signature', prefix: 'sha256=' }],
  eventHeaders: ['x-event-key'],
  read: (event, body) => {
    if (event === 'diagnostics:ping') return [{ kind: 'ping' }];
    if (event === 'repo:push') return pushesOf(body);
    if (event.startsWith('repo:commit_status_')) return statusOf(body);
    return event.startsWith('pullrequest:') && !event.includes('comment') ? pullRequestOf(event, body) : [];
  },
};
