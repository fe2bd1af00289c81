import type { CheckState } from '#schema/code.js';
import { addressAt, branchOf, isTrueAt, listAt, momentAt, numberAt, textAt, valueAt } from './body.js';
import type { Account, Commit, Forge, ForgeEvent, Phase, PullRequestSeen } from './forge-event.js';
import { isNothing } from './github-form.js';

/** In the place of an e-mail address that is kept secret. */
const REDACTED = '[REDACTED]';

const APPROVALS = ['approved', 'approval'];
const WITHDRAWALS = ['unapproved', 'unapproval'];
const PIPELINES: Readonly<Record<string, CheckState>> = {
  success: 'passed',
  skipped: 'passed',
  failed: 'failed',
  canceled: 'failed',
};

function emailAt(body: unknown, path: string): string | null {
  const email = textAt(body, path);
  return email === undefined || email === REDACTED ? null : email;
}

function userAt(body: unknown, path: string): Account {
  const login = textAt(body, `${path}.username`) ?? null;
  return { login, name: textAt(body, `${path}.name`) ?? login ?? '', email: emailAt(body, `${path}.email`) };
}

const ATTRIBUTES = 'object_attributes';

function mergeRequestOf(body: object): ForgeEvent[] {
  const [number, url] = [numberAt(body, `${ATTRIBUTES}.iid`), addressAt(body, `${ATTRIBUTES}.url`)];
  const repository = textAt(body, 'project.path_with_namespace');
  const at = momentAt(body, `${ATTRIBUTES}.updated_at`, `${ATTRIBUTES}.created_at`);
  if (number === undefined || url === undefined || repository === undefined || at === undefined) return [];
  const isDraft = isTrueAt(body, `${ATTRIBUTES}.draft`, `${ATTRIBUTES}.work_in_progress`);
  const source = valueAt(body, `${ATTRIBUTES}.source_project_id`);
  const defaultBranch = textAt(body, 'project.default_branch', `${ATTRIBUTES}.target.default_branch`);
  const review = reviewOf(body, at);
  const seen: PullRequestSeen = {
    kind: 'pull_request',
    at,
    by: userAt(body, 'user'),
    repository,
    number,
    url,
    title: textAt(body, `${ATTRIBUTES}.title`) ?? '',
    body: textAt(body, `${ATTRIBUTES}.description`) ?? '',
    branch: textAt(body, `${ATTRIBUTES}.source_branch`) ?? '',
    targetBranch: textAt(body, `${ATTRIBUTES}.target_branch`) ?? '',
    defaultBranches: defaultBranch === undefined ? [] : [defaultBranch],
    isFork: source !== valueAt(body, `${ATTRIBUTES}.target_project_id`),
    isDraft,
    phase: phaseOf(body, isDraft),
    author: authorOf(body),
    head: textAt(body, `${ATTRIBUTES}.last_commit.id`) ?? null,
    ...(review && { review }),
  };
  return [seen];
}

/** Only who opens it is known to be its author. */
function authorOf(body: object): Account {
  return textAt(body, `${ATTRIBUTES}.action`) === 'open'
    ? userAt(body, 'user')
    : { name: '', login: null, email: null };
}

function phaseOf(body: object, isDraft: boolean): Phase {
  const state = textAt(body, `${ATTRIBUTES}.state`);
  if (state === 'merged' || state === 'closed') return state;
  return !isDraft && listAt(body, 'reviewers').length > 0 ? 'review' : 'open';
}

function reviewOf(body: object, at: string): PullRequestSeen['review'] {
  const action = textAt(body, `${ATTRIBUTES}.action`) ?? '';
  const reviewers = listAt(body, 'reviewers');
  if (APPROVALS.includes(action)) return { state: 'approved', at };
  if (WITHDRAWALS.includes(action)) return { state: null, at };
  if (reviewers.some((reviewer) => textAt(reviewer, 'state') === 'requested_changes')) return { state: 'changes', at };
  const isNew = action === 'open' || valueAt(body, 'changes.reviewers') !== undefined;
  return isNew && reviewers.length > 0 ? { state: 'asked', at } : undefined;
}

function pushOf(body: object): ForgeEvent[] {
  const [branch, repository] = [branchOf(textAt(body, 'ref')), textAt(body, 'project.path_with_namespace')];
  const home = addressAt(body, 'project.web_url', 'repository.homepage');
  if (branch === undefined || repository === undefined || home === undefined) return [];
  const commits = listAt(body, 'commits').flatMap((commit) => commitOf(commit));
  const moments = commits.map(({ at }) => at).sort();
  const defaultBranch = textAt(body, 'project.default_branch');
  const login = textAt(body, 'user_username') ?? null;
  const by = { login, name: textAt(body, 'user_name') ?? login ?? '', email: emailAt(body, 'user_email') };
  return [
    {
      kind: 'push',
      at: moments.at(-1) ?? new Date().toISOString(),
      by,
      repository,
      branch,
      branchUrl: `${home}/-/tree/${encodeURI(branch)}`,
      is: isNothing(textAt(body, 'after')) ? 'deleted' : isNothing(textAt(body, 'before')) ? 'made' : 'pushed',
      defaultBranches: defaultBranch === undefined ? [] : [defaultBranch],
      commits,
    },
  ];
}

function commitOf(commit: unknown): Commit[] {
  const [sha, url, at] = [textAt(commit, 'id'), addressAt(commit, 'url'), momentAt(commit, 'timestamp')];
  if (sha === undefined || url === undefined || at === undefined) return [];
  const author = { name: textAt(commit, 'author.name') ?? '', login: null, email: emailAt(commit, 'author.email') };
  return [{ sha, url, at, message: textAt(commit, 'message', 'title') ?? '', author }];
}

function pipelineOf(body: object): ForgeEvent[] {
  const [sha, repository] = [textAt(body, `${ATTRIBUTES}.sha`), textAt(body, 'project.path_with_namespace')];
  const at = momentAt(body, `${ATTRIBUTES}.finished_at`, `${ATTRIBUTES}.updated_at`, `${ATTRIBUTES}.created_at`);
  if (sha === undefined || repository === undefined || at === undefined) return [];
  const name = `pipeline ${textAt(body, `${ATTRIBUTES}.source`) ?? ''}`;
  const state = PIPELINES[textAt(body, `${ATTRIBUTES}.status`) ?? ''] ?? 'pending';
  return [{ kind: 'check', at, by: userAt(body, 'user'), repository, sha, name, state }];
}

export const GITLAB: Forge = {
  name: 'GitLab',
  // One X-Gitlab-Event-UUID is shared by several deliveries.
  deliveryHeaders: ['idempotency-key'],
  signatures: [],
  tokenHeader: 'x-gitlab-token',
  eventHeaders: ['x-gitlab-event'],
  read: (_event, body) => {
    switch (textAt(body, 'object_kind')) {
      case 'push':
        return pushOf(body);
      case 'merge_request':
        return mergeRequestOf(body);
      case 'pipeline':
        return pipelineOf(body);
      default:
        return [];
    }
  },
};
