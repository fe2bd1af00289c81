import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The directory of connections: an address is looked up before the company is known. */
@Entity('code_connection_companies')
export class CodeConnectionCompany {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  companyId: string;
}
