import type { ImportOptions } from '../import-input.dto.js';
import { ensureTasks } from '../reading-limits.js';
import { BECOMES, LISTS_OF_ISSUES } from './github-fields.js';
import { jsonParts } from './json-parts.js';
import { JsonPaths } from './json-paths.js';
import { coloredLabels } from './label-colors.js';
import {
  type CommentRecord,
  ImportError,
  type ImportFile,
  type ImportRecord,
  type Person,
  type TaskRecord,
} from './records.js';
import { soundRecords } from './sound-records.js';

/** A list: an array, or what GraphQL gives for one. */
type Listed<Item> = readonly Item[] | { readonly nodes?: readonly Item[]; readonly totalCount?: number };

interface GitHubUser {
  readonly login?: string;
}

interface GitHubComment {
  readonly id?: number | string;
  readonly user?: GitHubUser | null;
  readonly author?: GitHubUser | null;
  readonly body?: string | null;
  readonly created_at?: string;
  readonly createdAt?: string;
}

interface GitHubMilestone {
  readonly number?: number;
  readonly title?: string;
  readonly description?: string | null;
  readonly due_on?: string | null;
  readonly dueOn?: string | null;
}

/** An issue as GitHub's API gives it, with its comments beside, or as GraphQL and `gh issue list --json` give it. */
export interface GitHubIssue {
  readonly number?: number;
  readonly title?: string;
  readonly body?: string | null;
  readonly user?: GitHubUser | null;
  readonly author?: GitHubUser | null;
  readonly labels?: Listed<string | { readonly name?: string; readonly color?: string }>;
  readonly state?: string;
  readonly state_reason?: string | null;
  readonly stateReason?: string | null;
  readonly closed?: boolean;
  readonly assignees?: Listed<GitHubUser>;
  readonly milestone?: GitHubMilestone | null;
  readonly comments?: number | Listed<GitHubComment>;
  readonly comments_data?: readonly GitHubComment[];
  readonly created_at?: string;
  readonly createdAt?: string;
  readonly updated_at?: string;
  readonly updatedAt?: string;
  readonly closed_at?: string | null;
  readonly closedAt?: string | null;
  readonly html_url?: string;
  readonly url?: string;
  readonly pull_request?: unknown;
  readonly parent_issue_url?: string | null;
  readonly parent?: { readonly number?: number; readonly url?: string } | null;
}

const FORMS =
  'The file must be the array of GET /repos/{owner}/{repo}/issues?state=all, what gh issue list --json writes, or {data: {repository: {issues: {nodes}}}} of GraphQL';
/** Arrays of an object that have issues. */
const ARRAYS: ReadonlySet<string> = new Set(['items', 'issues', 'nodes']);

/** The issues of a repository, in whichever of their forms. */
export async function* readGitHubJson(file: ImportFile, options: ImportOptions): AsyncGenerator<ImportRecord> {
  const reader = new GitHubReader(options.repository);
  const paths = new JsonPaths(BECOMES);
  let isArray = false;
  let row = 0;
  const seen = { title: false, number: false };
  for await (const { key, value } of jsonParts(file, (outer) => (isArray = outer === '['))) {
    paths.count(key ?? '', value);
    for (const issue of issuesIn(key, value)) {
      row += 1;
      ensureTasks(row);
      seen.number ||= issue.number !== undefined;
      seen.title ||= issue.title !== undefined;
      yield* soundRecords(row, () => reader.records(issue, row));
    }
  }
  const missed = row === 0 ? [] : Object.entries(seen).flatMap(([name, isThere]) => (isThere ? [] : [`"${name}"`]));
  if (missed.length > 0) throw new ImportError(`${FORMS}. No element has ${missed.join(' or ')}`);
  const hasPlace = isArray || [...paths.fields()].some(({ name }) => LISTS_OF_ISSUES.includes(name));
  if (row === 0 && !hasPlace) throw new ImportError(`${FORMS}. ${foundIn(paths)}`);
  yield* paths.fields();
}

function foundIn(paths: JsonPaths): string {
  const names = [...paths.fields()].slice(0, 20).map(({ name }) => name);
  return names.length === 0 ? 'It is an empty object' : `It has no issues, but: ${names.join(', ')}`;
}

/** The issues in a part of the file. */
function* issuesIn(key: string | null, value: unknown): Generator<GitHubIssue> {
  if (key !== null && key !== 'data') {
    if (ARRAYS.has(key) && isObject(value)) yield value as GitHubIssue;
    return;
  }
  if (key === null) {
    if (!isObject(value)) throw new ImportError(`${FORMS}. An element is no object`);
    yield value as GitHubIssue;
    return;
  }
  const { repository, search } = (value ?? {}) as { repository?: { issues?: unknown }; search?: unknown };
  for (const list of [repository?.issues, search]) {
    const { nodes, edges } = (list ?? {}) as { nodes?: unknown[]; edges?: { node?: unknown }[] };
    for (const node of nodes ?? edges?.map((edge) => edge.node) ?? []) if (isObject(node)) yield node as GitHubIssue;
  }
}

/** Turns issues into records. */
class GitHubReader {
  private readonly milestones = new Set<string>();
  private readonly labels = new Set<string>();
  private isBegun = false;

  constructor(private repository: string | undefined) {}

  *records(issue: GitHubIssue, row: number): Generator<ImportRecord> {
    const { number, title = '' } = issue;
    if (number === undefined) {
      const failed = { kind: 'failed', row, externalId: null, field: 'number' } as const;
      yield { ...failed, message: 'It has no number, and so is no issue' };
      return;
    }
    if (!this.isBegun) yield* this.origin(issue);
    const externalId = `${this.repository ?? ''}#${number}`;
    const left = { row, externalId } as const;
    const isPull = (issue.pull_request !== undefined && issue.pull_request !== null) || isPullAddress(issue.url);
    if (isPull) {
      yield { kind: 'skipped', ...left, field: 'pull_request', message: 'It is a pull request' };
      return;
    }
    if (title.trim() === '') {
      yield { kind: 'failed', ...left, field: 'title', message: 'The title is missing' };
      return;
    }
    const epic = epicOf(issue.milestone);
    if (epic && !this.milestones.has(epic.externalId)) {
      this.milestones.add(epic.externalId);
      yield epic;
    }
    const { held, shown } = commentsOf(issue);
    if (shown > held.length) {
      const message = `GitHub says ${shown} comments, the file has ${held.length} (comments_data)`;
      yield { kind: 'problem', ...left, field: 'comments', message };
    }
    yield* coloredLabels(labelsOf(issue), this.labels);
    yield this.task(issue, { row, externalId, number, title, epic: epic?.externalId ?? null, held });
  }

  private *origin({ html_url: page, url = '' }: GitHubIssue): Generator<ImportRecord> {
    this.isBegun = true;
    this.repository ??= placeOf(page ?? url)?.repository;
    if (this.repository !== undefined) yield { kind: 'origin', instance: this.repository };
  }

  private task(
    issue: GitHubIssue,
    given: Pick<TaskRecord, 'row' | 'externalId' | 'title'> & {
      number: number;
      epic: string | null;
      held: readonly GitHubComment[];
    },
  ): TaskRecord {
    const { held, ...known } = given;
    return {
      kind: 'task',
      ...known,
      aliases: [`#${given.number}`],
      url: issue.html_url ?? (placeOf(issue.url ?? '') ? (issue.url ?? null) : null),
      description: issue.body ? issue.body.replaceAll('\r\n', '\n') : null,
      ...statusIn(issue),
      author: personOf(issue.user ?? issue.author),
      assignees: itemsOf(issue.assignees).flatMap((user) => personOf(user) ?? []),
      labels: labelsOf(issue).map(({ name }) => name),
      parent: this.parentOf(issue),
      createdAt: issue.created_at ?? issue.createdAt ?? null,
      updatedAt: issue.updated_at ?? issue.updatedAt ?? null,
      completedAt: issue.closed_at ?? issue.closedAt ?? null,
      comments: held.map((comment, index) => commentOf(comment, `${given.externalId}/${index + 1}`)),
    };
  }

  private parentOf({ parent_issue_url: address, parent }: GitHubIssue): string | undefined {
    const place = placeOf(address ?? parent?.url ?? '');
    if (place) return `${place.repository}#${place.number}`;
    return parent?.number === undefined ? undefined : `${this.repository ?? ''}#${parent.number}`;
  }
}

/** `closed` says that it is finished, the reason whether anybody did it. */
function statusIn(issue: GitHubIssue): Pick<TaskRecord, 'status' | 'category' | 'statusIs'> {
  const state = issue.state?.toLowerCase() ?? (issue.closed ? 'closed' : 'open');
  const reason = (issue.state_reason ?? issue.stateReason ?? '').toLowerCase();
  if (state !== 'closed') return { status: state, category: 'todo', statusIs: 'stated' };
  const isCancelled = reason === 'not_planned' || reason === 'duplicate';
  return isCancelled
    ? { status: reason.replaceAll('_', ' '), category: 'cancelled', statusIs: 'stated' }
    : { status: state, category: 'done', statusIs: 'stated' };
}

function epicOf(milestone: GitHubMilestone | null | undefined) {
  if (!milestone) return undefined;
  const { number, title, description } = milestone;
  const due = milestone.due_on ?? milestone.dueOn;
  const externalId = `milestone ${number ?? title ?? ''}`;
  return {
    kind: 'epic',
    row: null,
    externalId,
    name: title ?? externalId,
    description: description ?? null,
    dueDate: due ? `${due.slice(0, 10)}T00:00:00.000Z` : null,
  } as const;
}

/** The comments that the file has, and how many it says there are. */
function commentsOf({ comments, comments_data: beside }: GitHubIssue): {
  held: readonly GitHubComment[];
  shown: number;
} {
  if (typeof comments === 'number') return { held: beside ?? [], shown: comments };
  const held = beside ?? itemsOf(comments);
  return { held, shown: (comments && 'totalCount' in comments ? comments.totalCount : undefined) ?? held.length };
}

function labelsOf({ labels }: GitHubIssue): { name: string; color: unknown }[] {
  return itemsOf(labels).map((label) =>
    typeof label === 'string' ? { name: label, color: undefined } : { name: label.name ?? '', color: label.color },
  );
}

function itemsOf<Item>(list: Listed<Item> | null | undefined): readonly Item[] {
  if (list === null || list === undefined) return [];
  return 'nodes' in list ? (list.nodes ?? []) : (list as readonly Item[]);
}

/** Whoever has left GitHub is shown as `ghost` there. */
function commentOf(comment: GitHubComment, fallback: string): CommentRecord {
  const { id, body } = comment;
  const author = personOf(comment.user ?? comment.author) ?? { id: null, name: 'ghost', email: null };
  const at = comment.created_at ?? comment.createdAt ?? null;
  const text = (body ?? '').replaceAll('\r\n', '\n');
  return { externalId: id === undefined ? fallback : `comment ${id}`, author, at, body: text };
}

function personOf(user: GitHubUser | null | undefined): Person | null {
  return user?.login === undefined ? null : { id: user.login, name: user.login, email: null };
}

/** The repository and the number in the address of an issue: of its page, or of the API. */
function placeOf(address: string): { repository: string; number: string } | undefined {
  const [, repository, number] =
    /^https?:\/\/[^/]+\/(?:api\/v3\/)?(?:repos\/)?([^/]+\/[^/]+)\/(?:issues|pull)\/(\d+)$/.exec(address) ?? [];
  return repository === undefined || number === undefined ? undefined : { repository, number };
}

function isPullAddress(address = ''): boolean {
  return /\/pull\/\d+$/.test(address);
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
