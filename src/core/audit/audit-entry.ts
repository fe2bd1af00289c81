import type { Via } from '../access/grants/grant.js';

/** What the audit log records. */
export const AUDIT_ACTIONS = [
  'session.started',
  'session.failed',
  'session.ended',
  'password.changed',
  'password.reset_requested',
  'factor.added',
  'factor.removed',
  'passkey.added',
  'passkey.removed',
  'identity.linked',
  'identity.removed',
  'sso.changed',
  'user.invited',
  'user.created',
  'user.changed',
  'user.deactivated',
  'user.activated',
  'user.erased',
  'key.created',
  'key.revoked',
  'grant.created',
  'grant.revoked',
  'webhook.created',
  'webhook.changed',
  'webhook.deleted',
  'webhook.secret_rotated',
  'code_connection.created',
  'code_connection.changed',
  'code_connection.deleted',
  'code_connection.secret_rotated',
  'colleague.created',
  'colleague.changed',
  'colleague.deleted',
  'lanes.changed',
  'field.created',
  'field.changed',
  'field.deleted',
  'template.created',
  'template.changed',
  'template.deleted',
  'recurrence.created',
  'recurrence.changed',
  'recurrence.deleted',
  'company.changed',
  'team.changed',
  'project.created',
  'project.archived',
  'project.deleted',
  'project.members_changed',
  'export.started',
  'export.downloaded',
  'import.started',
  'import.undone',
  'file.deleted',
  'trash.emptied',
  'permission.denied',
] as const;

export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const AUDIT_ACTORS = ['user', 'colleague', 'system', 'anonymous', 'scim'] as const;

export type AuditActorType = (typeof AUDIT_ACTORS)[number];

export const AUDIT_OUTCOMES = ['success', 'denied'] as const;

/** What something was done to. */
export interface AuditTarget {
  readonly type: string;
  readonly id: string | null;
  readonly name: string | null;
}

/** A user as a target. */
export function userTarget({ id, name }: { readonly id: string; readonly name: string }): AuditTarget {
  return { type: 'user', id, name };
}

/** How each field has changed, as the `changes` of events say it. */
export type AuditChanges = Readonly<Record<string, object>>;

/** Something that was done, or refused. */
export interface AuditRecord {
  readonly action: AuditAction;
  readonly target: AuditTarget | null;
  readonly changes?: AuditChanges | null;
  readonly outcome?: (typeof AUDIT_OUTCOMES)[number];
  /** Who did it, where that is not the caller of the context. */
  readonly actor?: 'anonymous' | 'scim';
}

/** What erasure takes away, beside an entry: of its actor, or of the person it is about. */
export interface AuditPersonalData {
  readonly name?: string | null;
  readonly email?: string | null;
  readonly ip?: string | null;
  readonly userAgent?: string | null;
  /** AuditChanges of names and e-mails. */
  readonly changes?: AuditChanges;
}

/** An entry as it is stored and hashed. The digests are those of the personal data beside it. */
export interface StoredAuditEntry {
  readonly action: AuditAction;
  readonly actor: {
    readonly type: AuditActorType;
    readonly id: string | null;
    readonly digest: string;
    /** The program that it was done with, where there was one. */
    readonly via?: Via;
  };
  readonly apiKeyId: string | null;
  readonly at: string;
  readonly changes: AuditChanges | null;
  readonly id: string;
  readonly outcome: (typeof AUDIT_OUTCOMES)[number];
  readonly position: number;
  readonly target: {
    readonly type: string;
    readonly id: string | null;
    /** Of what is no person. */
    readonly name: string | null;
    readonly digest: string | null;
  } | null;
  readonly traceId: string | null;
}

/** The parts of the personal data of an entry. */
export const AUDIT_PARTS = ['actor', 'target'] as const;

export type AuditPart = (typeof AUDIT_PARTS)[number];
