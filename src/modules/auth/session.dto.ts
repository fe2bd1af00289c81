import { ApiProperty } from '@nestjs/swagger';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { SESSION_METHODS, type SessionMethod } from '#core/access/sessions/session.js';
import { LoginUserResponse } from '#core/access/login-user.dto.js';

export class StartedSessionResponse {
  /** Who is signed in. */
  user: LoginUserResponse;
}

/** What the console has to know before anyone has signed in. */
export class SessionResponse {
  /** Whose session it is; null without one that counts. */
  @ApiProperty({ type: () => LoginUserResponse, nullable: true })
  user: LoginUserResponse | null;

  /** Whether POST /register is open. */
  @ApiProperty({ enum: ['open', 'closed'] })
  registration: 'open' | 'closed';

  /** Whether AI checks have a provider. */
  aiCheck: boolean;

  /** Days in which a deleted task can come back; 0: it is gone at once. */
  @WholeNumber()
  trashDays: number;

  /** The version of the service, for those who are signed in. */
  version?: string;
}

/** Where someone is signed in to the console. */
export class UserSessionResponse {
  /** The id. */
  @Reference()
  id: string;

  /** When it began. */
  @Moment()
  createdAt: string;

  /** The minute in which it was last used. */
  @Moment()
  lastSeenAt: string;

  /** The address at which it began; null when it is not known. */
  @ApiProperty({ type: String, nullable: true })
  ip: string | null;

  /** The browser, as it calls itself; null when it does not. */
  @ApiProperty({ type: String, nullable: true })
  userAgent: string | null;

  /** How the user signed in. */
  @ApiProperty({ enum: [...SESSION_METHODS], enumName: 'SessionMethod' })
  method: SessionMethod;

  /** Whether the request itself came with it. */
  current: boolean;
}
