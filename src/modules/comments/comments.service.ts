import { Inject, Injectable } from '@nestjs/common';
import { InsufficientPermissionsError, InsufficientRoleError, NotFoundError } from '#common/errors/app-error.js';
import type { List } from '#common/http/list.js';
import type { NamedReference } from '#common/http/named-reference.dto.js';
import type { PageQuery } from '#common/http/page.query.js';
import { cut } from '#common/validation/storable.js';
import { type Agent, type Author, isOwn } from '#core/access/agent.js';
import { hasPermission } from '#core/access/permissions.js';
import { InjectCompanyScoped } from '#core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '#core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { changed, type DomainEvent, unannounced } from '#core/events/domain-event.js';
import { inboxNotice } from '#core/events/inbox-notice.js';
import { Outbox } from '#core/events/outbox.js';
import { Hooks } from '#core/hooks/hooks.js';
import { type ReadText, withColleagues } from '#modules/mentions/mentions.service.js';
import { type LockedTask, responseOf, TaskLocks } from '#modules/tasks/changes/task-locks.service.js';
import { TaskQueries } from '#modules/tasks/list/task-queries.service.js';
import { TaskMentions } from '#modules/tasks/watchers/task-mentions.js';
import { CommentDetailResponse, type CommentResponse, CreateComment, UpdateComment } from './comment.dto.js';
import { Comment } from './comment.entity.js';
import { CommentsRepository, type CommentLimits } from './comments.repository.js';
import { AfterComment } from './comment.hooks.js';

/** Characters of a comment that the inbox quotes. */
const LONGEST_QUOTE = 200;

/** Comments on tasks. Only `task.commented` tells of them: no other change has an event. */
@Injectable()
export class CommentsService {
  @Inject() private readonly hooks: Hooks;

  constructor(
    @InjectCompanyScoped(Comment) private readonly comments: CompanyScopedRepository<Comment>,
    private readonly responses: CommentsRepository,
    private readonly outbox: Outbox,
    private readonly tasks: TaskQueries,
    private readonly locks: TaskLocks,
    private readonly mentions: TaskMentions,
  ) {}

  /** The oldest first. @throws NotFoundError of the task */
  async findAll(context: RequestContext, taskId: string, query: PageQuery): Promise<List<CommentDetailResponse>> {
    await this.tasks.ensureReachable(context, taskId);
    return this.responses.findOfTask(context, taskId, query);
  }

  /** @throws NotFoundError also when its task is out of reach */
  async findOne(context: RequestContext, id: string): Promise<CommentDetailResponse> {
    const comment = await this.responses.findById(context, id);
    const projectId = comment && (await this.tasks.findProjectId(context, comment.taskId));
    if (projectId === undefined) throw new NotFoundError('Comment');
    return comment as CommentDetailResponse;
  }

  /**
   * The newest comments of a task that the caller reaches, the oldest of them first, with bodies of at most `longest` bytes;
   * undefined when they take more than `room` bytes.
   */
  async findNewest(
    context: RequestContext,
    taskId: string,
    limits: CommentLimits,
  ): Promise<CommentDetailResponse[] | undefined> {
    return (await this.responses.findNewestFirst(context, taskId, limits))?.reverse();
  }

  /** The bytes of the bodies of the newest. */
  findSizes(context: RequestContext, taskId: string, most: number): Promise<number[]> {
    return this.responses.findSizes(context, taskId, most);
  }

  /** @throws NotFoundError, ConflictError of the task */
  create(context: RequestContext, taskId: string, input: CreateComment): Promise<CommentDetailResponse> {
    return this.outbox.commit(context, async (tx) => {
      const [task] = (await this.locks.lockTasks(tx, [taskId])) as [LockedTask];
      this.locks.ensureWritable([task]);
      // Its event comes before those of what answers it.
      const comment = await this.write(tx, task, input);
      await this.hooks.call(AfterComment, tx, task, comment);
      return unannounced(comment);
    });
  }

  /**
   * Writes a comment of a virtual colleague on a locked task, in answer to a person: nobody else is told of it. `ownerId` is the
   * colleague's.
   */
  async writeAnswer(
    tx: TransactionContext,
    task: LockedTask,
    { colleague, ownerId, body }: { colleague: NamedReference; ownerId: string; body: string },
  ): Promise<void> {
    const agent: Agent = { ...colleague, role: 'agent', isEnabled: true, userRole: tx.role, isFenced: false };
    const { apiKeyId: _key, ...others } = tx;
    await this.outbox.commit({ ...others, userId: ownerId, agent }, async () => {
      const authorColleague = { id: colleague.id, name: colleague.name };
      const { id } = await this.comments.insert(tx, {
        taskId: task.id,
        authorId: null,
        authorColleague,
        body,
        mentions: null,
      });
      const { mentions: _mentions, ...comment } = await this.getOne(tx, id);
      const notice = toldOf(task, comment, { userId: tx.userId, colleague: authorColleague });
      const data = { ...responseOf(task), comment };
      const inbox = { tells: 'nobody' } as const;
      return changed(undefined, { name: 'task.commented', projectId: task.projectId, data, inbox }, notice);
    });
  }

  private write(tx: TransactionContext, task: LockedTask, { body }: CreateComment): Promise<CommentDetailResponse> {
    return this.outbox.commit(tx, async () => {
      const { text, mentions } = await this.readBody(tx, task, body);
      const { id } = await this.comments.insert(tx, {
        taskId: task.id,
        authorId: tx.userId,
        authorColleague: tx.agent ? { id: tx.agent.id, name: tx.agent.name } : null,
        body: text,
        mentions,
      });
      const mentioned = await this.mentions.noteMentions(tx, task, mentions);
      await this.mentions.noteAuthor(tx, task.id);
      const comment = await this.getOne(tx, id);
      const { mentions: _mentions, ...told } = comment;
      const data = { ...responseOf(task), comment: told };
      return changed(comment, { name: 'task.commented', projectId: task.projectId, data, inbox: { mentioned } });
    });
  }

  /** @throws InsufficientPermissionsError unless the caller has written it */
  update(context: RequestContext, id: string, { body }: UpdateComment): Promise<CommentDetailResponse> {
    return this.outbox.commit(context, async (tx) => {
      const { comment, task } = await this.lock(tx, id);
      if (!isOwn(context, authorOf(comment))) throw new InsufficientPermissionsError();
      this.locks.ensureWritable([task]);
      if (body === undefined || body === comment.body) return unannounced(await this.getOne(tx, id));
      const { text, mentions } = await this.readBody(tx, task, body);
      await this.comments.update(tx, comment, { body: text, mentions });
      const mentioned = await this.mentions.noteMentions(tx, task, mentions, comment.mentions);
      return changed(await this.getOne(tx, id), ...newMentions(task, id, mentioned));
    });
  }

  /** @throws InsufficientRoleError unless the caller has written it, or may delete anyone's */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.outbox.commit(context, async (tx) => {
      const { comment, task } = await this.lock(tx, id);
      if (!isOwn(context, authorOf(comment)) && !hasPermission(context.role, 'comments:administer'))
        throw new InsufficientRoleError();
      this.locks.ensureWritable([task]);
      await this.comments.delete(tx, id);
      return unannounced(undefined);
    });
  }

  /** A text as it is kept: people come first, and what is no name of theirs may be that of a virtual colleague. */
  private async readBody(tx: TransactionContext, { projectId }: LockedTask, body: string): Promise<ReadText> {
    const read = await this.mentions.readText(tx, projectId, body, 'body');
    if (!read.text.includes('@')) return read;
    return { ...read, text: withColleagues(read.text, await this.responses.findColleaguesOfProject(tx, projectId)) };
  }

  /** The task first, as every other change of it does, so that no two requests can wait for each other. */
  private async lock(tx: TransactionContext, id: string): Promise<{ comment: Comment; task: LockedTask }> {
    const found = await this.comments.findOne(tx, { id });
    const task = found && (await this.locks.lockReachable(tx, found.taskId));
    // Read again: another request may have changed it before this one got the lock.
    const comment = task && (await this.comments.findOne(tx, { id }));
    if (!comment) throw new NotFoundError('Comment');
    tx.precondition?.see(comment);
    return { comment, task };
  }

  private async getOne(tx: TransactionContext, id: string): Promise<CommentDetailResponse> {
    return (await this.responses.findById(tx, id)) as CommentDetailResponse;
  }
}

function authorOf({ authorId, authorColleague }: Comment): Author {
  return { userId: authorId ?? '', colleagueId: authorColleague?.id ?? null };
}

/** The person whom a colleague answers is told of it. */
function toldOf(
  { id, title: name, projectId }: LockedTask,
  { id: commentId, body }: CommentResponse,
  { userId, colleague }: { userId: string; colleague: NamedReference },
): DomainEvent {
  const text = `${colleague.name} commented: ${cut(body.split('\n', 1)[0] ?? '', LONGEST_QUOTE)}`;
  const thing = { type: 'task', id, name } as const;
  return inboxNotice({ reason: 'commented', userIds: [userId], thing, projectId, commentId, text, colleague });
}

/** Who is new in an edited comment is told, though there is no event of it. */
function newMentions(task: LockedTask, commentId: string, userIds: readonly string[]): DomainEvent[] {
  if (userIds.length === 0) return [];
  const { id, title: name, projectId } = task;
  return [inboxNotice({ reason: 'mentioned', userIds, thing: { type: 'task', id, name }, projectId, commentId })];
}
