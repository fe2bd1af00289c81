import { ApiProperty } from '@nestjs/swagger';
import { ResourceResponse } from '../../common/http/resource-response.dto.js';
import { WholeNumber } from '../../common/http/response.decorators.js';
import { Name } from '../../common/validation/decorators.js';
import type { Company } from './company.entity.js';

export class UpdateCompany {
  /** The name of the company. */
  @Name('changeable')
  name?: string;
}

export class CompanyFilesResponse {
  /** Bytes of all files, those that wait to be sent among them; equal ones count each. */
  @WholeNumber()
  bytes: number;

  /** How many there may be. */
  @WholeNumber()
  limit: number;
}

export class CompanyResponse extends ResourceResponse {
  /** The name of the company. */
  name: string;

  /** What its files take up; null for MEMBER and VIEWER. */
  @ApiProperty({ type: CompanyFilesResponse, nullable: true })
  files: CompanyFilesResponse | null;
}

export function toCompanyResponse(
  { id, name, createdAt, updatedAt }: Company,
  files: CompanyFilesResponse | null,
): CompanyResponse {
  return { id, name, files, createdAt, updatedAt };
}
