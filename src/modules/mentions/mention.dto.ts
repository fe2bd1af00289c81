import { ApiProperty } from '@nestjs/swagger';
import { NamedReference } from '#common/http/named-reference.dto.js';

/** A person or a team that a text names. */
export class MentionResponse extends NamedReference {
  /** Whether it is a person or a team. */
  @ApiProperty({ enum: ['user', 'team'], enumName: 'MentionType' })
  type: 'user' | 'team';
}
