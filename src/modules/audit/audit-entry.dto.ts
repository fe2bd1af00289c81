import { ApiProperty } from '@nestjs/swagger';
import { MAX_LIMIT } from '#common/http/list.js';
import { PageQuery } from '#common/http/page.query.js';
import { ViaReference } from '#common/http/named-reference.dto.js';
import { Moment, Reference } from '#common/http/response.decorators.js';
import {
  CursorParameter,
  IntegerParameter,
  IpAddressParameter,
  OneOfListParameter,
  TimestampParameter,
  UuidParameter,
} from '#common/validation/parameters.js';
import {
  AUDIT_ACTIONS,
  AUDIT_ACTORS,
  AUDIT_OUTCOMES,
  type AuditAction,
  type AuditActorType,
  type AuditChanges,
} from '#core/audit/audit-entry.js';
import { CHANGES_SCHEMA } from '#core/events/changes.dto.js';

const GROUPS = [...new Set(AUDIT_ACTIONS.map((action) => `${action.split('.')[0] ?? ''}.*`))];

export class AuditLogQuery extends PageQuery {
  /** The most entries of a page; 50 unless given, ignored without `page` or `cursor`. */
  @IntegerParameter(1, MAX_LIMIT, { onlyWith: ['page', 'cursor'] })
  declare limit?: number;

  /** Only these actions; `user.*` are all that begin so. */
  @OneOfListParameter([...AUDIT_ACTIONS, ...GROUPS])
  action?: string[];

  /** Only what this user or colleague did. */
  @UuidParameter()
  actorId?: string;

  /** Only what was done to this. */
  @UuidParameter()
  targetId?: string;

  /** Only those of this moment or later. */
  @TimestampParameter()
  createdAfter?: string;

  /** Only those before this moment. */
  @TimestampParameter()
  createdBefore?: string;

  /** Only those from this address. */
  @IpAddressParameter()
  ip?: string;

  /** Where the page begins: empty for the first, else `meta.next` of the one before; never with `page`. */
  @CursorParameter()
  cursor?: string;
}

export class AuditActorResponse {
  /** `anonymous` is a client without valid credentials, `system` the service itself or its operator. */
  @ApiProperty({ enum: AUDIT_ACTORS })
  type: AuditActorType;

  /** Null for `system`, `anonymous` and `scim`. */
  @Reference({ nullable: true })
  id: string | null;

  /** As it was then; null once the person is erased. */
  @ApiProperty({ type: String, nullable: true })
  name: string | null;

  /** As it was then; null once the person is erased. */
  @ApiProperty({ type: String, nullable: true })
  email: string | null;

  /** The program that the person connected, where it was done with one. */
  @ApiProperty({ type: ViaReference, required: false })
  via?: ViaReference;
}

export class AuditTargetResponse {
  /** What it is, such as `user`, `key` or `project`. */
  type: string;

  /** Null for what has no id. */
  @ApiProperty({ type: String, nullable: true })
  id: string | null;

  /** As it was then; null once the person is erased. */
  @ApiProperty({ type: String, nullable: true })
  name: string | null;
}

/** Something that was done in the company, or refused. */
export class AuditEntryResponse {
  /** The id. */
  @Reference()
  id: string;

  /** Its place in the company's chain: each is one higher than the one before. */
  @ApiProperty({ type: 'integer', minimum: 1 })
  position: number;

  /** SHA-256 of the hash before, a newline and the entry, in hexadecimal: a changed entry would be found. */
  @ApiProperty({ type: String, pattern: '^[0-9a-f]{64}$' })
  hash: string;

  /** When it was done. */
  @Moment()
  at: string;

  /** What was done. */
  @ApiProperty({ enum: AUDIT_ACTIONS })
  action: AuditAction;

  /** Who did it. */
  actor: AuditActorResponse;

  /** The key that it was done with; null for a token or session. */
  @Reference({ nullable: true })
  apiKeyId: string | null;

  /** The client's address; null for the service itself, and once the person is erased. */
  @ApiProperty({ type: String, nullable: true })
  ip: string | null;

  /** What the client calls itself, at most 500 characters; null as `ip` is. */
  @ApiProperty({ type: String, nullable: true })
  userAgent: string | null;

  /** What it was done to; null for the company as a whole. */
  @ApiProperty({ type: AuditTargetResponse, nullable: true })
  target: AuditTargetResponse | null;

  /** Field to its value before and after, secrets as `***`; null where nothing changed that can be shown. */
  @ApiProperty({ ...CHANGES_SCHEMA, nullable: true })
  changes: AuditChanges | null;

  /** `denied` was refused. */
  @ApiProperty({ enum: AUDIT_OUTCOMES })
  outcome: (typeof AUDIT_OUTCOMES)[number];

  /** Of the request; null for the service itself. */
  @ApiProperty({ type: String, nullable: true })
  traceId: string | null;
}
