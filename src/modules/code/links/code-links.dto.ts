import { ApiProperty } from '@nestjs/swagger';
import { Moment, Reference } from '#common/http/response.decorators.js';
import { Text } from '#common/validation/fields.js';
import { LIMITS } from '#common/validation/text.js';
import {
  CHECK_STATES,
  type CheckState,
  CODE_KINDS,
  CODE_STATES,
  type CodeKind,
  type CodeState,
  REVIEW_STATES,
  type ReviewState,
} from '#schema/code.js';

export class AddCodeLink {
  /** The page of a pull request: its path ends in `/pull/N`, `/pulls/N`, `/merge_requests/N` or `/pull-requests/N`. */
  @Text('required', { ...LIMITS.url, minimum: 1 })
  url: string;
}

export class CodeAuthorResponse {
  /** As the forge calls them; null while that is not known. */
  @ApiProperty({ type: String, nullable: true })
  name: string | null;

  /** The user who has their e-mail address; null for nobody here. */
  @Reference({ nullable: true })
  userId: string | null;
}

/** A branch, a commit or a pull request of a task. */
export class CodeLinkResponse {
  /** The id. */
  @Reference()
  id: string;

  /** The connection that told of it; null until one does, and when it is gone. */
  @Reference({ nullable: true })
  connectionId: string | null;

  /** What it is. */
  @ApiProperty({ enum: [...CODE_KINDS], enumName: 'CodeKind' })
  kind: CodeKind;

  /** As the forge writes it, such as `acme/web`. */
  repository: string;

  /** Of a pull request; null of the others. */
  @ApiProperty({ type: 'integer', nullable: true })
  number: number | null;

  /** What it is called: of a commit the first line of its message. */
  title: string;

  /** Its page at the forge. */
  @ApiProperty({ type: String, format: 'uri' })
  url: string;

  /** Of a pull request, null until an event tells of it; a branch is `open` until it is deleted. */
  @ApiProperty({ enum: [...CODE_STATES], enumName: 'CodeState', nullable: true })
  state: CodeState | null;

  /** Whether it says that it closes the task. */
  closes: boolean;

  /** The branch that it is on. */
  @ApiProperty({ type: String, nullable: true })
  branch: string | null;

  /** The branch that a pull request is to be merged into. */
  @ApiProperty({ type: String, nullable: true })
  targetBranch: string | null;

  /** What the checks of its newest commit came to; null without any. */
  @ApiProperty({ enum: [...CHECK_STATES], enumName: 'CheckState', nullable: true })
  checks: CheckState | null;

  /** What became of the review; null before anything did. */
  @ApiProperty({ enum: [...REVIEW_STATES], enumName: 'ReviewState', nullable: true })
  review: ReviewState | null;

  /** Who made it. */
  @ApiProperty({ type: CodeAuthorResponse })
  author: CodeAuthorResponse;

  /** When something last happened to it. */
  @Moment()
  at: string;
}
