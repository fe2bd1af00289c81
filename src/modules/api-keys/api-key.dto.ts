import { ApiProperty } from '@nestjs/swagger';
import { Moment, Reference, WholeNumber } from '#common/http/response.decorators.js';
import { PageQuery } from '#common/http/page.query.js';
import { TrimmedText, Uuid } from '#common/validation/fields.js';
import { BooleanParameter } from '#common/validation/parameters.js';

export class CreateApiKey {
  /** What the key is for. */
  @TrimmedText('required')
  name: string;

  /** Makes it a key of that agent, a virtual colleague of the role `agent` or `agent_orchestrator`; for ADMIN and OWNER. */
  @Uuid('optional')
  colleagueId?: string;
}

export class ApiKeysQuery extends PageQuery {
  /** The keys of all users of the company; for ADMIN and OWNER. */
  @BooleanParameter()
  all?: boolean;
}

export class CreatedApiKeyResponse {
  /** The id. */
  @Reference()
  id: string;

  /** What it is for. */
  name: string;

  /** The agent that it belongs to; null for a user's own. */
  @Reference({ nullable: true })
  colleagueId: string | null;

  /** Its beginning, by which it can be told from others. */
  prefix: string;

  /** Shown this once: only its hash is stored. */
  @ApiProperty({ type: String, pattern: '^svc_live_[0-9A-Za-z]{32}$' })
  key: string;

  /** When it was made. */
  @Moment()
  createdAt: string;
}

export class ApiKeyResponse {
  /** The id. */
  @Reference()
  id: string;

  /** What it is for. */
  name: string;

  /** The beginning of the key. */
  prefix: string;

  /** Whose it is. */
  @Reference()
  userId: string;

  /** The agent that it belongs to; null for a user's own. */
  @Reference({ nullable: true })
  colleagueId: string | null;

  /** Requests made with the key so far. */
  @WholeNumber()
  requestCount: number;

  /** When it was last used; null when never. */
  @Moment({ nullable: true })
  lastUsedAt: string | null;

  /** When it was made. */
  @Moment()
  createdAt: string;

  /** When it was revoked; null while it is good. */
  @Moment({ nullable: true })
  revokedAt: string | null;
}

class ApiKeyRequestResponse {
  /** The HTTP method. */
  method: string;

  /** Without the query. */
  path: string;

  /** 499 when the client went away before the answer. */
  @WholeNumber()
  status: number;

  /** Milliseconds that it took. */
  @WholeNumber()
  durationMs: number;

  /** The client's address. */
  ip: string;

  /** When it came in. */
  @Moment()
  at: string;
}

class ApiKeyEndpointResponse {
  /** The HTTP method. */
  method: string;

  /** The path with its parameters' names, such as `/api/tasks/{id}`; `*` for paths that there are not. */
  route: string;

  /** Requests so far. */
  @WholeNumber()
  count: number;

  /** When the last one was. */
  @Moment()
  lastAt: string;
}

export class ApiKeyUsageResponse {
  /** Requests made with the key so far. */
  @WholeNumber()
  requestCount: number;

  /** The newest 100, the newest first. */
  recentRequests: ApiKeyRequestResponse[];

  /** Those called most come first. */
  endpoints: ApiKeyEndpointResponse[];
}
