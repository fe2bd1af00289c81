import { Column, Entity, ForeignKey } from 'typeorm';
import { TimestampColumn } from '#common/database/timestamp.column.js';
import { CompanyScopedEntity } from '#core/company-scope/company-scoped.entity.js';
import type { Role } from '#core/company-scope/role.js';

@Entity('users')
@ForeignKey('Company', ['companyId'], ['id'])
export class User extends CompanyScopedEntity {
  /** As it was given; `UserEmail` holds the form that is unique. Empty once the user is erased. */
  @Column({ type: 'text' })
  email: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  role: Role;

  @Column({ type: 'boolean' })
  active: boolean;

  /** IANA name; days and times of the user's filters, digests and absences are of it. */
  @Column({ type: 'text', default: 'UTC' })
  timezone: string;

  /** The first and the last day of an absence, `YYYY-MM-DD` in the zone of the user; null for none. */
  @Column({ type: 'text', nullable: true })
  awayFrom: string | null;

  @Column({ type: 'text', nullable: true })
  awayUntil: string | null;

  @Column({ type: 'text', nullable: true })
  awayNote: string | null;

  /** Null until an invited user has set a password. */
  @Column({ type: 'text', nullable: true })
  passwordHash: string | null;

  /** When an invitation was last mailed; null for those who needed none. */
  @TimestampColumn({ nullable: true })
  invitedAt: string | null;

  /** When it was mailed before, within a day before `invitedAt`. */
  @Column({ type: 'timestamptz', array: true, default: '{}' })
  earlierInvitations: Date[];

  /** When the user last signed in, by whatever means. */
  @TimestampColumn({ nullable: true })
  lastSignInAt: string | null;

  /** Raised by every change of the password and every deactivation, which end all sessions. */
  @Column({ type: 'integer' })
  credentialVersion: number;
}

/** Whether the user was invited and has not been in yet. */
export function isInvited({ email, passwordHash, invitedAt, lastSignInAt }: User): boolean {
  return invitedAt !== null && passwordHash === null && lastSignInAt === null && !isErased({ email });
}

/** Whether nothing names the user any more. */
export function isErased({ email }: Pick<User, 'email'>): boolean {
  return email === '';
}
