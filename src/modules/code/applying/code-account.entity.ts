import { Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';

/** An e-mail address that an account of a forge was seen with: most events have none. */
@Entity('code_accounts')
@Index('code_accounts_email', ['companyId', 'email'])
@ForeignKey('CodeConnection', ['companyId', 'connectionId'], ['companyId', 'id'], { onDelete: 'CASCADE' })
export class CodeAccount {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @PrimaryColumn({ type: 'uuid' })
  connectionId: string;

  @PrimaryColumn({ type: 'text' })
  login: string;

  @PrimaryColumn({ type: 'text' })
  email: string;
}
