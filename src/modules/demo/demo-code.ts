import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { CodeConnectionsService } from '#modules/code/connections/code-connections.service.js';
import { PastDeliveries } from '#modules/code/receiving/past-deliveries.service.js';
import {
  DEMO_COMMITS,
  DEMO_FORGE,
  DEMO_PULL_REQUESTS,
  type DemoCommit,
  type DemoPullRequest,
  type ForgeEvent,
  type PullRequestSeen,
} from './demo-code-data.js';
import { DEMO_USERS } from './demo-data.js';
import { hoursAgo } from './demo-dates.js';

const DEFAULT_BRANCHES = ['main'];

/** Makes the connection to a forge, and what that has told. */
@Injectable()
export class DemoCode {
  constructor(
    private readonly connections: CodeConnectionsService,
    private readonly pastDeliveries: PastDeliveries,
  ) {}

  /** `tasks` are those that the code is of, by their titles. */
  async create(context: TransactionContext, tasks: ReadonlyMap<string, { readonly tid: string }>): Promise<void> {
    const { id } = await this.connections.create(context, DEMO_FORGE, '');
    const tidOf = ({ task }: { task: string }) => tasks.get(task)?.tid ?? '';
    await this.pastDeliveries.applyEvents(context, id, [
      { kind: 'ping' },
      ...DEMO_PULL_REQUESTS.flatMap((pullRequest) => eventsOf(pullRequest, tidOf(pullRequest))),
      ...DEMO_COMMITS.map((commit) => pushOf(commit, tidOf(commit))),
    ]);
  }
}

function accountOf(email: string): PullRequestSeen['by'] {
  const name = DEMO_USERS.find((user) => user.email === email)?.name ?? '';
  return { name, login: name.toLowerCase().replace(' ', '-'), email };
}

/** What a commit is called that has a text. */
function shaOf(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}

/** What the forge told of a pull request, and of the checks of its commits. */
function eventsOf(pullRequest: DemoPullRequest, tid: string): ForgeEvent[] {
  const { number, title, body, branch, author, checks, isDraft = false, told } = pullRequest;
  const [by, repository, sha] = [accountOf(author), `demo/${pullRequest.repository}`, shaOf(title)];
  const seen = {
    kind: 'pull_request' as const,
    by,
    repository,
    number,
    url: `https://github.com/${repository}/pull/${number}`,
    title,
    body: body.replace('{tid}', tid),
    branch,
    targetBranch: 'main',
    defaultBranches: DEFAULT_BRANCHES,
    isFork: false,
    isDraft,
    author: by,
    head: sha,
  };
  const moments = told.map(({ hoursAgo: hours, phase, review }): PullRequestSeen => {
    const at = hoursAgo(hours);
    return { ...seen, at, phase, ...(review && { review: { state: review, at } }) };
  });
  const [{ at } = { at: hoursAgo(0) }] = moments;
  return [...moments, { kind: 'check', at, by, repository, sha, name: 'suite actions', state: checks }];
}

function pushOf(commit: DemoCommit, tid: string): ForgeEvent {
  const [at, by, repository] = [hoursAgo(commit.hoursAgo), accountOf(commit.author), `demo/${commit.repository}`];
  const [branch, message] = [commit.branch.replace('{tid}', tid.toLowerCase()), commit.message.replace('{tid}', tid)];
  const [home, sha] = [`https://github.com/${repository}`, shaOf(message)];
  return {
    kind: 'push',
    at,
    by,
    repository,
    branch,
    branchUrl: `${home}/tree/${branch}`,
    is: 'made',
    defaultBranches: DEFAULT_BRANCHES,
    commits: [{ sha, message, url: `${home}/commit/${sha}`, at, author: by }],
  };
}
