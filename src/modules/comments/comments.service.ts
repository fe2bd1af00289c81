import { Injectable } from '@nestjs/common';
import { InsufficientPermissionsError, NotFoundError } from '../../common/errors/app-error.js';
import type { List } from '../../common/http/list.js';
import type { PageQuery } from '../../common/http/page.query.js';
import { hasPermission } from '../../core/auth/permissions.js';
import { InjectCompanyScoped } from '../../core/company-scope/company-scope.module.js';
import { CompanyScopedRepository } from '../../core/company-scope/company-scoped.repository.js';
import type { RequestContext, TransactionContext } from '../../core/company-scope/request-context.js';
import { Database } from '../../core/database/database.js';
import { Lists } from '../../core/database/lists.js';
import { Outbox } from '../../core/events/outbox.js';
import { ProjectAccess, type ReachableProject } from '../projects/project-access.service.js';
import { responseOf, TaskLocks } from '../tasks/task-locks.service.js';
import { TaskQueries } from '../tasks/task-queries.service.js';
import { CommentResponse, CreateComment, UpdateComment } from './comment.dto.js';
import { Comment } from './comment.entity.js';

const SELECT_COMMENTS = `SELECT c.id, c.task_id AS "taskId", c.author_id AS "authorId",
    json_build_object('id', u.id, 'name', u.name) AS author, c.body,
    c.created_at AS "createdAt", c.updated_at AS "updatedAt"
  FROM comments c JOIN users u ON u.company_id = c.company_id AND u.id = c.author_id`;

/** A comment that no one else changes until the transaction ends. */
interface LockedComment {
  comment: Comment;
  projectStatus: ReachableProject['status'];
}

/** Comments on tasks (decisions 8). Only `task.commented` tells of them: no other change has an event. */
@Injectable()
export class CommentsService {
  constructor(
    @InjectCompanyScoped(Comment) private readonly comments: CompanyScopedRepository<Comment>,
    private readonly database: Database,
    private readonly lists: Lists,
    private readonly outbox: Outbox,
    private readonly access: ProjectAccess,
    private readonly tasks: TaskQueries,
    private readonly locks: TaskLocks,
  ) {}

  /** The oldest first. @throws NotFoundError of the task */
  async findAll(context: RequestContext, taskId: string, query: PageQuery): Promise<List<CommentResponse>> {
    await this.tasks.requireReachable(context, taskId);
    return this.lists.find<CommentResponse, CommentResponse>(context, query, {
      select: `${SELECT_COMMENTS} WHERE c.company_id = $1 AND c.task_id = $2`,
      values: [context.companyId, taskId],
      orderBy: 'c.created_at, c.id',
      toItem: (comment) => comment,
    });
  }

  /** @throws NotFoundError, ConflictError of the task */
  create(context: RequestContext, taskId: string, { body }: CreateComment): Promise<CommentResponse> {
    return this.outbox.commit(context, async (transaction) => {
      const tasks = await this.locks.lock(transaction, [taskId]);
      this.locks.requireWritable(tasks);
      const { id } = await this.comments.insert(transaction, { taskId, authorId: context.userId, body });
      const comment = await this.findOne(transaction, id);
      const events = tasks.map((task) => ({
        name: 'task.commented' as const,
        projectId: task.projectId,
        data: { ...responseOf(task), comment },
      }));
      return { result: comment, events };
    });
  }

  /** @throws InsufficientPermissionsError unless the caller has written it */
  update(context: RequestContext, id: string, { body }: UpdateComment): Promise<CommentResponse> {
    return this.outbox.commit(context, async (transaction) => {
      const { comment, projectStatus } = await this.lock(transaction, id);
      if (comment.authorId !== context.userId) throw new InsufficientPermissionsError();
      this.access.requireWritable(projectStatus);
      const isChanged = body !== undefined && body !== comment.body;
      if (isChanged) await this.comments.update(transaction, comment, { body });
      return { result: await this.findOne(transaction, id), events: [] };
    });
  }

  /** @throws InsufficientPermissionsError unless the caller has written it, or may delete anyone's */
  remove(context: RequestContext, id: string): Promise<void> {
    return this.outbox.commit(context, async (transaction) => {
      const { comment, projectStatus } = await this.lock(transaction, id);
      const isOwn = comment.authorId === context.userId;
      if (!isOwn && !hasPermission(context.role, 'comments:administer')) throw new InsufficientPermissionsError();
      this.access.requireWritable(projectStatus);
      await this.comments.delete(transaction, id);
      return { result: undefined, events: [] };
    });
  }

  private async lock(context: TransactionContext, id: string): Promise<LockedComment> {
    const comment = await this.comments.findOneForUpdate(context, { id });
    const project = await this.database.row<Pick<ReachableProject, 'status'>>(
      context,
      {
        text: `SELECT p.status FROM tasks t JOIN projects p ON p.company_id = t.company_id AND p.id = t.project_id
          WHERE t.company_id = $1 AND t.id = $3 AND ${this.access.condition(context)}`,
      },
      [...this.access.parameters(context), comment?.taskId],
    );
    if (!comment || !project) throw new NotFoundError('Comment');
    return { comment, projectStatus: project.status };
  }

  private async findOne(context: TransactionContext, id: string): Promise<CommentResponse> {
    const text = `${SELECT_COMMENTS} WHERE c.company_id = $1 AND c.id = $2`;
    return (await this.database.row<CommentResponse>(context, { text }, [context.companyId, id])) as CommentResponse;
  }
}
