import { randomUUID } from 'node:crypto';
import type { ForgeRequest } from './forge.js';

/** What GitHub tells of a pull request, in the words that a test changes. */
export interface PullRequestTold {
  readonly action?: string;
  readonly number?: number;
  readonly title?: string;
  readonly body?: string;
  readonly state?: 'open' | 'closed';
  readonly merged?: boolean;
  readonly draft?: boolean;
  readonly branch?: string;
  readonly target?: string;
  readonly head?: string;
  readonly isFork?: boolean;
  readonly reviewers?: readonly string[];
  readonly at?: string;
  readonly by?: string;
}

const REPOSITORY = { full_name: 'acme/web', html_url: 'https://github.com/acme/web', default_branch: 'main' };

/** An event of a pull request; it happens now unless a moment is given. */
export function pullRequest(told: PullRequestTold): ForgeRequest {
  const { action = 'opened', number = 1, title = 'A change', body = null, state = 'open', merged = false } = told;
  const { draft = false, branch = 'topic', target = 'main', head = 'c0ffee', isFork = false, reviewers = [] } = told;
  const { at = new Date().toISOString(), by = 'mia-m' } = told;
  return {
    headers: { 'Content-Type': 'application/json', 'X-GitHub-Event': 'pull_request' },
    body: {
      action,
      number,
      pull_request: {
        number,
        html_url: `https://github.com/acme/web/pull/${number}`,
        title,
        body,
        state,
        merged,
        draft,
        user: { login: by },
        head: { ref: branch, sha: head, repo: { full_name: isFork ? 'stranger/web' : 'acme/web' } },
        base: { ref: target, repo: REPOSITORY },
        requested_reviewers: reviewers.map((login) => ({ login })),
        requested_teams: [],
        updated_at: at,
      },
      repository: REPOSITORY,
      sender: { login: by },
    },
  };
}

/** Commits that came to a branch, by their messages. */
export function push(
  messages: readonly string[],
  { branch = 'main', at = new Date().toISOString(), email = 'nobody@elsewhere.example', login = 'mia-m' } = {},
): ForgeRequest {
  const commits = messages.map((message) => {
    const id = randomUUID().replaceAll('-', '').padEnd(40, '0');
    const url = `https://github.com/acme/web/commit/${id}`;
    return { id, message, timestamp: at, url, author: { name: 'Mia Meyer', email, username: login } };
  });
  return {
    headers: { 'Content-Type': 'application/json', 'X-GitHub-Event': 'push' },
    body: {
      ref: `refs/heads/${branch}`,
      before: '1'.repeat(40),
      after: '2'.repeat(40),
      created: false,
      deleted: false,
      commits,
      repository: { ...REPOSITORY, pushed_at: Math.floor(Date.parse(at) / 1_000) },
      sender: { login },
    },
  };
}

/** What a check of a commit came to. */
export function status(sha: string, state: string, at: string, context = 'ci'): ForgeRequest {
  return {
    headers: { 'Content-Type': 'application/json', 'X-GitHub-Event': 'status' },
    body: { sha, state, context, updated_at: at, repository: REPOSITORY, sender: { login: 'bot' } },
  };
}

/** A review that somebody has handed in. */
export function review(state: string, at: string, told: PullRequestTold): ForgeRequest {
  const { body } = pullRequest({ ...told, at: told.at ?? at });
  return {
    headers: { 'Content-Type': 'application/json', 'X-GitHub-Event': 'pull_request_review' },
    body: { ...body, action: 'submitted', review: { state, submitted_at: at, user: { login: 'leo-w' } } },
  };
}
