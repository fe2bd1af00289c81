import { ApiProperty } from '@nestjs/swagger';
import { Moment, Reference, WholeNumber } from '../../common/http/response.decorators.js';
import { PageQuery } from '../../common/http/page.query.js';
import { Name } from '../../common/validation/decorators.js';
import { BooleanParameter } from '../../common/validation/query.decorators.js';

export class CreateApiKey {
  /** What the key is for. */
  @Name('required')
  name: string;
}

export class ApiKeysQuery extends PageQuery {
  /** The keys of all users of the company; for ADMIN and OWNER. */
  @BooleanParameter()
  all?: boolean;
}

export class CreatedApiKeyResponse {
  @Reference()
  id: string;

  name: string;

  prefix: string;

  /** Shown this once: only its hash is stored. */
  @ApiProperty({ type: String, pattern: '^svc_live_[0-9A-Za-z]{32}$' })
  key: string;

  @Moment()
  createdAt: string;
}

export class ApiKeyResponse {
  @Reference()
  id: string;

  name: string;

  /** The beginning of the key. */
  prefix: string;

  @Reference()
  userId: string;

  @WholeNumber()
  requestCount: number;

  @Moment({ nullable: true })
  lastUsedAt: string | null;

  @Moment()
  createdAt: string;

  @Moment({ nullable: true })
  revokedAt: string | null;
}

class ApiKeyRequestResponse {
  method: string;

  /** Without the query. */
  path: string;

  /** 499 when the client went away before the answer. */
  @WholeNumber()
  status: number;

  @WholeNumber()
  durationMs: number;

  /** The client's address. */
  ip: string;

  /** When it came in. */
  @Moment()
  at: string;
}

class ApiKeyEndpointResponse {
  method: string;

  /** The path with its parameters' names, such as `/api/tasks/{id}`; `*` for paths that there are not. */
  route: string;

  @WholeNumber()
  count: number;

  @Moment()
  lastAt: string;
}

export class ApiKeyUsageResponse {
  @WholeNumber()
  requestCount: number;

  /** The newest 100, the newest first. */
  recentRequests: ApiKeyRequestResponse[];

  /** Those called most come first. */
  endpoints: ApiKeyEndpointResponse[];
}
