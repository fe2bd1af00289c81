import { Injectable } from '@nestjs/common';
import { LARGE_ANSWER_BYTES, longestWithin, MOST_ANSWER_BYTES } from '#common/http/bounded-answer.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { AnswerPlaces } from '#core/database/lists/answer-places.js';
import { CommentsService } from '#modules/comments/comments.service.js';
import type { CommentDetailResponse } from '#modules/comments/comment.dto.js';
import { TaskQueries } from '#modules/tasks/list/task-queries.service.js';
import { type TaskResponse } from '#modules/tasks/task.dto.js';
import { unfenced } from '../calls/works.repository.js';
import {
  BRIEF_NOTICE,
  type BriefProjectResponse,
  type EarlierWorkResponse,
  type WorkBriefResponse,
} from './work-brief.dto.js';
import { WorkBriefsRepository, type Bounds, MOST_RELATED } from './work-briefs.repository.js';

const MOST_COMMENTS = 50;

interface BriefLists {
  readonly subtasks: TaskResponse[];
  readonly blockers: TaskResponse[];
  readonly comments: CommentDetailResponse[];
  readonly earlier: EarlierWorkResponse[];
}

/** What an agent needs to know of its task. */
@Injectable()
export class WorkBriefs {
  constructor(
    private readonly rows: WorkBriefsRepository,
    private readonly tasks: TaskQueries,
    private readonly comments: CommentsService,
    private readonly places: AnswerPlaces,
  ) {}

  /** Of a task that the agent reaches. What would be large is read shortened, in a place. */
  async makeBrief(context: RequestContext, taskId: string): Promise<WorkBriefResponse> {
    const { labels, attachments, ...task } = await this.tasks.findOne(unfenced(context), taskId);
    const { parentId, projectId } = task;
    const blockerIds = await this.rows.findBlockerIds(context, taskId);
    const small = { longest: MOST_ANSWER_BYTES, room: LARGE_ANSWER_BYTES };
    const lists =
      (await this.lists(context, taskId, blockerIds, small)) ?? (await this.largeLists(context, taskId, blockerIds));
    const { subtasks, blockers, comments, earlier } = lists;
    return {
      notice: BRIEF_NOTICE,
      task,
      labels,
      parent: parentId === null ? null : await this.rows.findParent(context, parentId),
      subtasks: subtasks.map(marked),
      blockers: blockers.map(marked),
      comments: comments.map(marked),
      attachments,
      earlier,
      project: (await this.rows.findProject(context, projectId)) as BriefProjectResponse,
    };
  }

  /** Undefined when one of them takes more than its room. */
  private async lists(
    context: RequestContext,
    taskId: string,
    blockerIds: readonly string[],
    { longest, room }: Bounds,
  ): Promise<BriefLists | undefined> {
    const subtasks = await this.rows.findSubtasks(context, taskId, { longest, room });
    if (!subtasks) return undefined;
    const blockers = await this.tasks.findShortened(context, blockerIds, longest, room);
    if (!blockers) return undefined;
    const comments = await this.comments.findNewest(context, taskId, { most: MOST_COMMENTS, longest, room });
    if (!comments) return undefined;
    const earlier = await this.rows.findEarlier(context, taskId, room);
    return earlier && { subtasks, blockers: blockers.slice(0, MOST_RELATED), comments, earlier };
  }

  private async largeLists(
    context: RequestContext,
    taskId: string,
    blockerIds: readonly string[],
  ): Promise<BriefLists> {
    await this.places.take(context);
    const ofTasks = await this.rows.findSizes(context, taskId, blockerIds);
    const ofComments = await this.comments.findSizes(context, taskId, MOST_COMMENTS);
    const sizes = [...ofTasks, ...ofComments];
    const longest = Math.min(longestWithin(sizes, MOST_ANSWER_BYTES), MOST_ANSWER_BYTES);
    return (await this.lists(context, taskId, blockerIds, { longest, room: Infinity })) as BriefLists;
  }
}

/** Only what was cut says so. */
function marked<Item extends object>({ truncated, ...item }: Item & { truncated?: boolean | null }): Item {
  return (truncated ? { ...item, truncated } : item) as Item;
}
