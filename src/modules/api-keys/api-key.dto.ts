import { ApiProperty } from '@nestjs/swagger';
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
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  name: string;

  prefix: string;

  /** Shown this once: only its hash is stored. */
  @ApiProperty({ type: String, pattern: '^svc_live_[0-9A-Za-z]{32}$' })
  key: string;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: string;
}

export class ApiKeyResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  name: string;

  /** The beginning of the key. */
  prefix: string;

  @ApiProperty({ type: String, format: 'uuid' })
  userId: string;

  @ApiProperty({ type: 'integer' })
  requestCount: number;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  lastUsedAt: string | null;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: String, format: 'date-time', nullable: true })
  revokedAt: string | null;
}

class ApiKeyRequestResponse {
  method: string;

  /** Without the query. */
  path: string;

  /** 499 when the client went away before the answer. */
  @ApiProperty({ type: 'integer' })
  status: number;

  @ApiProperty({ type: 'integer' })
  durationMs: number;

  /** The client's address. */
  ip: string;

  /** When it came in. */
  @ApiProperty({ type: String, format: 'date-time' })
  at: string;
}

class ApiKeyEndpointResponse {
  method: string;

  /** The path with its parameters' names, such as `/api/tasks/{id}`; `*` for paths that there are not. */
  route: string;

  @ApiProperty({ type: 'integer' })
  count: number;

  @ApiProperty({ type: String, format: 'date-time' })
  lastAt: string;
}

export class ApiKeyUsageResponse {
  @ApiProperty({ type: 'integer' })
  requestCount: number;

  /** The newest 100, the newest first. */
  recentRequests: ApiKeyRequestResponse[];

  /** Those called most come first. */
  endpoints: ApiKeyEndpointResponse[];
}
