import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** A code that stands in for the authenticator once. */
@Entity('recovery_codes')
@ForeignKey('User', ['companyId', 'userId'], ['companyId', 'id'])
export class RecoveryCode {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  userId: string;

  /** The first characters of the code, by which it is found; the secret is in the rest. */
  @PrimaryColumn({ type: 'text' })
  selector: string;

  /** argon2id of the whole code. */
  @Column({ type: 'text' })
  codeHash: string;
}
