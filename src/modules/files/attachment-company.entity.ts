import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The directory of attachments: a link is looked up before the company is known. */
@Entity('attachment_companies')
export class AttachmentCompany {
  @PrimaryColumn({ type: 'uuid' })
  id: string;

  @Column({ type: 'uuid' })
  companyId: string;
}
