import { ApiProperty } from '@nestjs/swagger';
import { Name } from '../../common/validation/decorators.js';
import type { Company } from './company.entity.js';

export class UpdateCompany {
  @Name('changeable')
  name?: string;
}

export class CompanyResponse {
  @ApiProperty({ type: String, format: 'uuid' })
  id: string;

  name: string;

  @ApiProperty({ type: String, format: 'date-time' })
  createdAt: string;

  @ApiProperty({ type: String, format: 'date-time' })
  updatedAt: string;
}

export function toCompanyResponse({ id, name, createdAt, updatedAt }: Company): CompanyResponse {
  return { id, name, createdAt, updatedAt };
}
