import { ApiProperty } from '@nestjs/swagger';
import { NamedReference, ViaReference } from '#common/http/named-reference.dto.js';
import { Moment, Reference } from '#common/http/response.decorators.js';
import { GRANT_SCOPES, type GrantScope } from '#core/access/grants/grant.js';

/** What a person lets a program do. */
export class GrantResponse {
  /** The id. */
  @Reference()
  id: string;

  /** The program. */
  client: ViaReference;

  /** Whether it reads, or reads and writes. */
  @ApiProperty({ enum: GRANT_SCOPES, enumName: 'GrantScope' })
  scope: GrantScope;

  /** The projects that it reaches, as far as the person does; null for all. */
  @ApiProperty({ type: [String], items: { type: 'string', format: 'uuid' }, nullable: true })
  projectIds: string[] | null;

  /** The agent that it acts as; null for the person. */
  @Reference({ nullable: true })
  colleagueId: string | null;

  /** What its tokens are good for: the API, or the tools for agents. */
  resource: string;

  /** When the person let it in. */
  @Moment()
  createdAt: string;

  /** To the minute; null before the first use. */
  @Moment({ nullable: true })
  lastUsedAt: string | null;
}

export class CompanyGrantResponse extends GrantResponse {
  /** Who has let it in. */
  user: NamedReference;
}
