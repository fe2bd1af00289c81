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

/** A program that a person has connected. */
export class ViaReference {
  /** The client's id: its own address, or what it got when it registered. */
  id: string;

  /** Its name, as it was then. */
  name: string;
}

/** Who changed something; of a virtual colleague also the key that it used, and the user who made that. */
export class ActorReference extends NamedReference {
  /** Given for a virtual colleague, what makes tasks again and again, and a code connection. */
  @ApiProperty({ enum: ['colleague', 'recurrence', 'integration'], required: false })
  type?: 'colleague' | 'recurrence' | 'integration';

  /**
   * Of a virtual colleague: the user who made its key. Of a recurrence: the user it acts for. Of a code connection: who did it
   * at the forge; null for nobody here.
   */
  @ApiProperty({ type: String, format: 'uuid', required: false, nullable: true })
  userId?: string | null;

  /** Of a virtual colleague: its key. */
  @ApiProperty({ type: String, format: 'uuid', required: false })
  apiKeyId?: string;

  /** The program that it was done with, where the person has connected one. */
  @ApiProperty({ type: ViaReference, required: false })
  via?: ViaReference;
}
