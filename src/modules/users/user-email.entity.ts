import { Entity, PrimaryColumn, Column } from 'typeorm';

/** The directory of e-mail addresses: unique in the whole service, looked up before the company is known. */
@Entity('user_emails')
export class UserEmail {
  /** In lower case. */
  @PrimaryColumn({ type: 'text' })
  email: string;

  @Column({ type: 'uuid' })
  companyId: string;

  @Column({ type: 'uuid' })
  userId: string;
}
