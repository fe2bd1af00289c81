import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '../../common/http/named-reference.dto.js';
import { Text } from '../../common/validation/decorators.js';
import { LIMITS } from '../../common/validation/text.js';

export class CreateComment {
  @Text('required', LIMITS.comment)
  body: string;
}

export class UpdateComment {
  @Text('changeable', LIMITS.comment)
  body?: string;
}

export class CommentResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  @ApiProperty({ type: String, format: 'uuid' })
  taskId: string;

  @ApiProperty({ type: String, format: 'uuid' })
  authorId: string;

  author: NamedReference;

  body: string;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updatedAt: string;
}
