import { ApiProperty } from '@nestjs/swagger';
import { AnyString, Flag, OneOf, Uuid, UuidArray } from '#common/validation/fields.js';
import { GRANT_SCOPES, type GrantScope } from '#core/access/grants/grant.js';

/** Projects that a person can choose for one program. */
const MOST_PROJECTS = 200;

export class RequestingClientResponse {
  /** Its own address, or what it got when it registered. */
  id: string;

  /** What it calls itself, in one line. */
  name: string;

  /** Its page; null without one. */
  @ApiProperty({ type: String, format: 'uri', nullable: true })
  uri: string | null;
}

/** What a program asks a person for. */
export class AuthorizationRequestResponse {
  /** The program. */
  client: RequestingClientResponse;

  /** The host that it returns to. */
  redirectHost: string;

  /** Whether that is the computer of the person: any program there can say that it is this one. */
  isLocal: boolean;

  /** What it asks for at most. */
  @ApiProperty({ enum: GRANT_SCOPES, enumName: 'GrantScope' })
  scope: GrantScope;

  /** What the token would be good for: the API, or the tools for agents. */
  resource: string;
}

export class Consent {
  /** The query of the page that the program has opened. */
  @AnyString('required')
  request: string;

  /** Whether the program is let in. */
  @Flag('required')
  allow: boolean;

  /** What it may do, no more than it asks for. Default: what it asks for. */
  @OneOf('optional', GRANT_SCOPES, 'GrantScope')
  scope?: GrantScope;

  /** The projects that it reaches; null, the default, for all. */
  @UuidArray('clearable', { minimum: 1, maximum: MOST_PROJECTS })
  projectIds?: string[] | null;

  /** The agent that it acts as; null, the default, for the caller. ADMIN and OWNER alone choose one. */
  @Uuid('clearable')
  colleagueId?: string | null;
}

export class ConsentResponse {
  /** Where the browser goes on: the program learns the outcome there. */
  redirect: string;
}
