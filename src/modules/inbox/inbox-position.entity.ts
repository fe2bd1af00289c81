import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';

/** How far the inbox has read the log of a company; changed in the transaction of the entries made of it. */
@Entity('inbox_positions')
@ForeignKey('Company', ['companyId'], ['id'])
export class InboxPosition {
  @PrimaryColumn({ type: 'uuid' })
  companyId: string;

  @Column({ type: 'bigint' })
  position: number;
}
