import { ResourceResponse } from '../../common/http/resource-response.dto.js';
import { Flag, Name } from '../../common/validation/decorators.js';
import type { Company } from './company.entity.js';

export class UpdateCompany {
  /** The name of the company. */
  @Name('changeable')
  name?: string;

  /** Whether everyone needs a second factor: an authenticator, a passkey or single sign-on. */
  @Flag('changeable')
  requireSecondFactor?: boolean;
}

export class CompanyResponse extends ResourceResponse {
  /** The name of the company. */
  name: string;

  /** Whether everyone needs a second factor: who has none can only set one up. API keys go on. */
  requireSecondFactor: boolean;
}

export function toCompanyResponse(company: Company): CompanyResponse {
  const { id, name, requireSecondFactor, createdAt, updatedAt } = company;
  return { id, name, requireSecondFactor, createdAt, updatedAt };
}
