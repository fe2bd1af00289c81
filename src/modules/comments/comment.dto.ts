import { ResourceResponse } from '../../common/http/resource-response.dto.js';
import { Reference } from '../../common/http/response.decorators.js';
import { NamedReference } from '../../common/http/named-reference.dto.js';
import { Text } from '../../common/validation/decorators.js';
import { LIMITS } from '../../common/validation/text.js';

export class CreateComment {
  @Text('required', LIMITS.requiredText)
  body: string;
}

export class UpdateComment {
  @Text('changeable', LIMITS.requiredText)
  body?: string;
}

export class CommentResponse extends ResourceResponse {
  @Reference()
  taskId: string;

  @Reference()
  authorId: string;

  author: NamedReference;

  body: string;
}

/** What the data of `task.commented` has besides the task. */
export class CommentData {
  comment: CommentResponse;
}
