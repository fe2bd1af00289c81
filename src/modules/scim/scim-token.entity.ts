import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The directory of SCIM tokens, one a company: looked up before the company is known. */
@Entity('scim_tokens')
export class ScimToken {
  /** SHA-256 of the token, which is stored nowhere. */
  @PrimaryColumn({ type: 'bytea' })
  tokenHash: Buffer;

  @Index('scim_tokens_company_id')
  @Column({ type: 'uuid' })
  companyId: string;

  @Column({ type: 'uuid' })
  id: string;
}
