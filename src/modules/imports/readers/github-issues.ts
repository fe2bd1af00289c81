import type { ImportOptions } from '../import-input.dto.js';
import { ensureTasks } from '../reading-limits.js';
import { jsonParts } from './json-parts.js';
import {
  ImportError,
  type CommentRecord,
  type ImportFile,
  type ImportRecord,
  type Person,
  type TaskRecord,
} from './records.js';
import { soundRecords } from './sound-records.js';

interface GitHubUser {
  readonly login?: string;
  readonly id?: number;
}

interface GitHubComment {
  readonly id?: number;
  readonly user?: GitHubUser | null;
  readonly body?: string | null;
  readonly created_at?: string;
}

/** An issue as GitHub's API gives it, with its comments beside. */
export interface GitHubIssue {
  readonly id?: number;
  readonly number?: number;
  readonly title?: string;
  readonly body?: string | null;
  readonly user?: GitHubUser | null;
  readonly labels?: readonly (string | { readonly name?: string })[];
  readonly state?: string;
  readonly state_reason?: string | null;
  readonly assignees?: readonly GitHubUser[];
  readonly milestone?: {
    readonly number?: number;
    readonly title?: string;
    readonly description?: string | null;
    readonly due_on?: string | null;
  } | null;
  readonly comments?: number;
  readonly comments_data?: readonly GitHubComment[];
  readonly created_at?: string;
  readonly updated_at?: string;
  readonly closed_at?: string | null;
  readonly html_url?: string;
  readonly pull_request?: unknown;
  readonly parent_issue_url?: string | null;
}

const NO_ISSUES = 'The file must be the array of GET /repos/{owner}/{repo}/issues?state=all';

/** The array of GET /repos/{owner}/{repo}/issues?state=all (moving 2.3). */
export async function* readGitHubJson(file: ImportFile, options: ImportOptions): AsyncGenerator<ImportRecord> {
  const reader = new GitHubReader(options.repository);
  let row = 0;
  for await (const { value } of jsonParts(file, NO_ISSUES)) {
    if (typeof value !== 'object' || value === null) throw new ImportError(NO_ISSUES);
    row += 1;
    ensureTasks(row);
    yield* soundRecords(row, () => reader.records(value, row));
  }
  yield* reader.fields();
}

/** Turns issues into records. */
class GitHubReader {
  private readonly milestones = new Set<string>();
  private readonly counts = new Map<string, number>();

  constructor(private repository: string | undefined) {}

  *records(issue: GitHubIssue, row: number): Generator<ImportRecord> {
    const { number, title = '' } = issue;
    if (number === undefined) {
      const failed = { kind: 'failed', row, externalId: null, field: 'number' } as const;
      yield { ...failed, message: 'It has no number, and so is no issue' };
      return;
    }
    if (this.milestones.size === 0 && this.counts.size === 0) yield* this.origin(issue);
    const externalId = `${this.repository ?? ''}#${number}`;
    const left = { row, externalId } as const;
    if (issue.pull_request !== undefined && issue.pull_request !== null) {
      yield { kind: 'skipped', ...left, field: 'pull_request', message: 'It is a pull request' };
      return;
    }
    if (title.trim() === '') {
      yield { kind: 'failed', ...left, field: 'title', message: 'The title is missing' };
      return;
    }
    const { milestone } = issue;
    const epic = milestone ? `milestone ${milestone.number ?? milestone.title ?? ''}` : null;
    if (milestone && epic !== null && !this.milestones.has(epic)) {
      this.milestones.add(epic);
      const { title: name = epic, description, due_on: due } = milestone;
      yield {
        kind: 'epic',
        row: null,
        externalId: epic,
        name,
        description: description ?? null,
        dueDate: due ? dayOf(due) : null,
      };
    }
    const missing = (issue.comments ?? 0) - (issue.comments_data?.length ?? 0);
    if (issue.comments_data === undefined ? (issue.comments ?? 0) > 0 : missing > 0) {
      const message = `GitHub says ${issue.comments ?? 0} comments, the file has ${issue.comments_data?.length ?? 0} (comments_data)`;
      yield { kind: 'problem', ...left, field: 'comments', message };
    }
    yield this.task(issue, { row, externalId, number, title, epic });
  }

  *fields(): Generator<ImportRecord> {
    for (const [name, values] of this.counts) yield { kind: 'field', name, values, becomes: BECOMES[name] ?? null };
  }

  private *origin({ html_url: url = '' }: GitHubIssue): Generator<ImportRecord> {
    this.repository ??= /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/(?:issues|pull)\//.exec(url)?.[1];
    if (this.repository !== undefined) yield { kind: 'origin', instance: this.repository };
    this.counts.set('number', 0);
  }

  private task(
    issue: GitHubIssue,
    {
      row,
      externalId,
      number,
      title,
      epic,
    }: Pick<TaskRecord, 'row' | 'externalId' | 'title'> & { number: number; epic: string | null },
  ): TaskRecord {
    for (const [name, value] of Object.entries(issue)) {
      const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
      this.counts.set(name, (this.counts.get(name) ?? 0) + (isEmpty ? 0 : 1));
    }
    const isClosed = issue.state === 'closed';
    const isCancelled = isClosed && /^(?:not_planned|duplicate)$/.test(issue.state_reason ?? '');
    const parent = /\/repos\/([^/]+\/[^/]+)\/issues\/(\d+)$/.exec(issue.parent_issue_url ?? '');
    return {
      kind: 'task',
      row,
      externalId,
      aliases: [`#${number}`],
      number,
      url: issue.html_url ?? null,
      title,
      description: issue.body ? issue.body.replaceAll('\r\n', '\n') : null,
      status: isCancelled ? (issue.state_reason ?? 'closed').replaceAll('_', ' ') : (issue.state ?? 'open'),
      category: isCancelled ? 'cancelled' : isClosed ? 'done' : 'todo',
      author: personOf(issue.user),
      assignees: (issue.assignees ?? []).flatMap((user) => personOf(user) ?? []),
      labels: (issue.labels ?? []).map((label) => (typeof label === 'string' ? label : (label.name ?? ''))),
      epic,
      parent: parent ? `${parent[1]}#${parent[2]}` : undefined,
      createdAt: issue.created_at ?? null,
      updatedAt: issue.updated_at ?? null,
      completedAt: issue.closed_at ?? null,
      comments: (issue.comments_data ?? []).map((comment, index) => commentOf(comment, `${externalId}/${index + 1}`)),
    };
  }
}

const BECOMES: Readonly<Record<string, string>> = {
  number: 'external id',
  title: 'title',
  body: 'description',
  user: 'creator',
  labels: 'labels',
  state: 'status',
  state_reason: 'status',
  assignees: 'assignee',
  milestone: 'epic',
  comments_data: 'comments',
  created_at: 'createdAt',
  updated_at: 'updatedAt',
  closed_at: 'completedAt',
  html_url: 'url',
  parent_issue_url: 'parent',
};

/** Whoever has left GitHub is shown as `ghost` there. */
function commentOf({ id, user, body, created_at: at }: GitHubComment, fallback: string): CommentRecord {
  const author = personOf(user) ?? { id: null, name: 'ghost', email: null };
  const text = (body ?? '').replaceAll('\r\n', '\n');
  return { externalId: id === undefined ? fallback : `comment ${id}`, author, at: at ?? null, body: text };
}

function personOf(user: GitHubUser | null | undefined): Person | null {
  return user?.login === undefined ? null : { id: user.login, name: user.login, email: null };
}

function dayOf(moment: string): string {
  return `${moment.slice(0, 10)}T00:00:00.000Z`;
}
