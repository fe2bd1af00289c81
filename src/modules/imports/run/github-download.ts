import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { outboundErrorText } from '#core/outbound/outbound-error.js';
import { OutboundHttp } from '#core/outbound/outbound-http.js';
import { ImportFiles } from '../import-files.js';
import type { Import } from '../import.entity.js';
import { ImportError } from '../readers/records.js';
import type { GitHubIssue } from '../readers/github-issues.js';
import { GITHUB_API } from '../settings/github-token.js';
import { ImportSettings } from '../settings/import-settings.js';

const TIMEOUT_MS = 30_000;
const MOST_BYTES = 32 * 1024 * 1024;
/** Milliseconds that GitHub may ask to wait, all in all. */
const LONGEST_WAIT = 5 * 60 * 1_000;

interface Page {
  readonly items: readonly unknown[];
  readonly next: string | undefined;
}

/** Copies the issues of a repository with their comments into a file, so that a start finds what the check has found. */
@Injectable()
export class GitHubDownload {
  constructor(
    private readonly outbound: OutboundHttp,
    private readonly files: ImportFiles,
    private readonly settings: ImportSettings,
  ) {}

  /** `accept` is asked before the file takes its place. @throws ImportError when GitHub does not give it */
  async copyIssues(row: Import, accept: (bytes: number) => Promise<void>): Promise<void> {
    const token = this.settings.openToken(row);
    if (token === undefined) throw new ImportError('The token is gone; give it again in options.token');
    await this.files.writeFile(row, Readable.from(this.text(row, token)), accept);
  }

  private async *text(row: Import, token: string): AsyncGenerator<Buffer> {
    yield Buffer.from('[');
    let separator = '';
    for await (const issue of this.issues(row, token)) {
      yield Buffer.from(separator + JSON.stringify(issue));
      separator = ',\n';
    }
    yield Buffer.from(']');
  }

  private async *issues({ options }: Import, token: string): AsyncGenerator<GitHubIssue> {
    const { repository = '', baseUrl = GITHUB_API } = options;
    const root = `${baseUrl.replace(/(?<!\/)\/+$/, '')}/repos/${repository}`;
    for await (const item of this.pages(`${root}/issues?state=all&per_page=100&sort=created&direction=asc`, token)) {
      const issue = item as GitHubIssue;
      const isPullRequest = issue.pull_request !== undefined && issue.pull_request !== null;
      if (isPullRequest || (issue.comments ?? 0) === 0 || issue.number === undefined) {
        yield { ...issue, comments_data: [] };
        continue;
      }
      const comments: unknown[] = [];
      for await (const comment of this.pages(`${root}/issues/${issue.number}/comments?per_page=100`, token)) {
        comments.push(comment);
      }
      yield { ...issue, comments_data: comments as NonNullable<GitHubIssue['comments_data']> };
    }
  }

  /** The items of all pages, which GitHub links one to the next. */
  private async *pages(first: string, token: string): AsyncGenerator {
    const { origin } = new URL(first);
    for (let url: string | undefined = first; url !== undefined;) {
      const page: Page = await this.page(url, token);
      yield* page.items;
      if (page.next !== undefined && new URL(page.next).origin !== origin) {
        throw new ImportError('GitHub links to another server');
      }
      url = page.next;
    }
  }

  private async page(url: string, token: string): Promise<Page> {
    const headers = {
      accept: 'application/vnd.github+json',
      authorization: `Bearer ${token}`,
      'user-agent': 'project-management-service',
    };
    for (let waited = 0; ;) {
      const {
        status,
        body,
        headers: answered,
      } = await this.outbound
        .request(url, { method: 'GET', headers, body: '', timeoutMs: TIMEOUT_MS, mostBytes: MOST_BYTES })
        .catch((error: unknown) => {
          throw new ImportError(`GitHub cannot be reached: ${outboundErrorText(error, TIMEOUT_MS)}`, { cause: error });
        });
      const wait = waitOf(status, answered);
      if (wait === undefined) return { items: itemsOf(status, body.toString()), next: nextOf(answered.link) };
      waited += wait;
      if (waited > LONGEST_WAIT)
        throw new ImportError('GitHub asks to wait for longer than 5 minutes; start again later');
      await sleep(wait);
    }
  }
}

/** Milliseconds that GitHub asks to wait; undefined when it does not. */
function waitOf(status: number, headers: Readonly<Record<string, string | string[] | undefined>>): number | undefined {
  if (status !== 403 && status !== 429) return undefined;
  const after = Number(headers['retry-after']);
  if (Number.isFinite(after) && headers['retry-after'] !== undefined) return Math.max(after, 1) * 1_000;
  if (headers['x-ratelimit-remaining'] !== '0') return undefined;
  return Math.max(Number(headers['x-ratelimit-reset']) * 1_000 - Date.now(), 1_000);
}

function itemsOf(status: number, body: string): unknown[] {
  if (status === 401) throw new ImportError('GitHub refuses the token');
  if (status === 403) throw new ImportError('GitHub says that the token may not read the repository');
  if (status === 404) throw new ImportError('GitHub knows no such repository, or the token may not read it');
  if (status !== 200) throw new ImportError(`GitHub has answered with the status ${status}`);
  const items = parsed(body);
  if (!Array.isArray(items)) throw new ImportError('GitHub has answered with something else than a list');
  return items;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (error) {
    throw new ImportError('GitHub has answered with something else than JSON', { cause: error });
  }
}

function nextOf(link: string | string[] | undefined): string | undefined {
  return /<([^<>]+)>;\s*rel="next"/.exec(typeof link === 'string' ? link : '')?.[1];
}
