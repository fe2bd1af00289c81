import { ApiProperty } from '@nestjs/swagger';
import { LoginUserResponse } from './auth.dto.js';

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
}
