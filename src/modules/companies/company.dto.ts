import { ResourceResponse } from '../../common/http/resource-response.dto.js';
import { Name } from '../../common/validation/decorators.js';
import type { Company } from './company.entity.js';

export class UpdateCompany {
  /** The name of the company. */
  @Name('changeable')
  name?: string;
}

export class CompanyResponse extends ResourceResponse {
  /** The name of the company. */
  name: string;
}

export function toCompanyResponse({ id, name, createdAt, updatedAt }: Company): CompanyResponse {
  return { id, name, createdAt, updatedAt };
}
