import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The directory of proven domains: each belongs to one company, looked up before the company is known. */
@Entity('verified_domains')
export class VerifiedDomain {
  @PrimaryColumn({ type: 'text' })
  name: string;

  @Column({ type: 'uuid' })
  companyId: string;
}
