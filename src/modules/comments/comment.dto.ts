import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Reference } from '#common/http/response.decorators.js';
import { AuthorReference } from '#common/http/named-reference.dto.js';
import { MentionResponse } from '#modules/mentions/mention.dto.js';
import { Text } from '#common/validation/fields.js';
import { LIMITS } from '#common/validation/text.js';

export class CreateComment {
  /** The text, in Markdown. */
  @Text('required', LIMITS.requiredText)
  body: string;
}

export class UpdateComment {
  /** The text, in Markdown. */
  @Text('changeable', LIMITS.requiredText)
  body?: string;
}

export class CommentResponse extends ResourceResponse {
  /** The task that it is about. */
  @Reference()
  taskId: string;

  /** Who wrote it; null when a virtual colleague did by itself. */
  @Reference({ nullable: true })
  authorId: string | null;

  /** Who wrote it, by name: a person, or the virtual colleague that did, or whose key it was. */
  author: AuthorReference;

  /** The text, in Markdown. */
  body: string;
}

/** A comment as answers show it. */
export class CommentDetailResponse extends CommentResponse {
  /** The people and teams that it names. */
  mentions: MentionResponse[];
}

/** What the data of `task.commented` has besides the task. */
export class CommentData {
  /** The new comment. */
  comment: CommentResponse;
}
