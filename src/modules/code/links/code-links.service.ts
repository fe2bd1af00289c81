import { HttpStatus, Injectable } from '@nestjs/common';
import { ConflictError, NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { PageQuery } from '#common/http/page.query.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { unannounced } from '#core/events/domain-event.js';
import { Outbox } from '#core/events/outbox.js';
import { TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { TaskQueries } from '#modules/tasks/list/task-queries.service.js';
import { OnWorkSubmission } from '#modules/work/work.hooks.js';
import { CodeFactsRepository } from '../applying/code-facts.repository.js';
import { newLink, newThing, pullRequestKey, thingOf } from '../applying/thing.js';
import type { AddCodeLink, CodeLinkResponse } from './code-links.dto.js';
import { CodeLinksRepository, MOST_LINKS } from './code-links.repository.js';
import { findAddress, type PullRequestAddress, requireAddress } from './pull-request-address.js';

/** A link, and whether it was there already. */
export interface AddedLink {
  readonly link: CodeLinkResponse;
  readonly isNew: boolean;
}

/** The code of tasks, as people link it. */
@Injectable()
export class CodeLinks {
  constructor(
    private readonly links: CodeLinksRepository,
    private readonly facts: CodeFactsRepository,
    private readonly outbox: Outbox,
    private readonly locks: TaskLocks,
    private readonly queries: TaskQueries,
  ) {}

  /** The newest first. @throws NotFoundError of the task */
  async findLinks(context: RequestContext, taskId: string, query: PageQuery): Promise<List<CodeLinkResponse>> {
    await this.queries.ensureReachable(context, taskId);
    return this.links.findOfTask(context, taskId, query);
  }

  /** @throws ValidationError, NotFoundError of the task, ConflictError when its project is archived or it has 500 links */
  addByUrl(context: RequestContext, taskId: string, { url }: AddCodeLink): Promise<AddedLink> {
    const address = requireAddress(url);
    return this.outbox.commit(context, async (tx) => {
      const key = pullRequestKey(address.url);
      await this.facts.lockThing(tx, key);
      this.locks.ensureWritable(await this.locks.lockTasks(tx, [taskId]));
      const isNew = await this.addLink(tx, taskId, address);
      const link = await this.links.findShown(tx, taskId, key);
      const answer = { body: link, status: isNew ? HttpStatus.CREATED : HttpStatus.OK };
      return { ...unannounced({ link, isNew }), answer };
    });
  }

  /** @throws NotFoundError of the task or the link, ConflictError when the project is archived */
  remove(context: RequestContext, taskId: string, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      this.locks.ensureWritable(await this.locks.lockTasks(tx, [taskId]));
      if (!(await this.links.removeLink(tx, taskId, id))) throw new NotFoundError('Link');
      return unannounced(undefined);
    });
  }

  /** The pull requests among the links of a work that is handed in; the task is locked. */
  @OnWorkSubmission()
  async addOfWork(tx: TransactionContext, taskId: string, urls: readonly string[]): Promise<void> {
    const addresses = new Map(
      urls.flatMap((url) => findAddress(url) ?? []).map((address) => [pullRequestKey(address.url), address]),
    );
    for (const key of [...addresses.keys()].sort()) {
      await this.facts.lockThing(tx, key);
      await this.addLink(tx, taskId, addresses.get(key) as PullRequestAddress);
    }
  }

  /** False: the task has it already. One that was taken away comes back. */
  private async addLink(tx: TransactionContext, taskId: string, address: PullRequestAddress): Promise<boolean> {
    const key = pullRequestKey(address.url);
    const known = await this.links.findOfThing(tx, key);
    const own = known.find((link) => link.taskId === taskId);
    if (own && !own.isRemoved) return false;
    if ((await this.links.countOfTask(tx, taskId)) >= MOST_LINKS) {
      throw new ConflictError(`A task has at most ${MOST_LINKS} links to code`);
    }
    const { repository, number, url } = address;
    const title = `${repository}#${number}`;
    const at = new Date().toISOString();
    const thing = known[0]
      ? thingOf(known[0])
      : newThing({ key, kind: 'pull_request', repository, number, title, url, at });
    const connectionId = known[0]?.connectionId ?? null;
    const link = own ?? newLink(thing, { companyId: tx.companyId, taskId, connectionId });
    await this.links.writeLink(tx, { ...link, isRemoved: false });
    return true;
  }
}
