import { ApiProperty } from '@nestjs/swagger';
import { Reference } from './response.decorators.js';

/** Another resource, as what refers to it shows it. */
export class NamedReference {
  /** Its id. */
  @Reference()
  id: string;

  /** Its name. */
  name: string;
}

/** Who wrote something: a user, or a virtual colleague. */
export class AuthorReference extends NamedReference {
  /** `colleague` for what was written with the key of a virtual colleague. */
  @ApiProperty({ enum: ['user', 'colleague'] })
  type: 'user' | 'colleague';
}

/**
 * Who changed something; of a virtual colleague also the key that it used, and the user who made that; of a code connection
 * the user who did it at the forge.
 */
export class ActorReference extends NamedReference {
  /** Given for a virtual colleague and a code connection. */
  @ApiProperty({ enum: ['colleague', 'integration'], required: false })
  type?: 'colleague' | 'integration';

  /** Of a virtual colleague: the user who made its key. Of a code connection: who did it at the forge, null for nobody here. */
  @ApiProperty({ type: String, format: 'uuid', required: false, nullable: true })
  userId?: string | null;

  /** Of a virtual colleague: its key. */
  @ApiProperty({ type: String, format: 'uuid', required: false })
  apiKeyId?: string;
}
