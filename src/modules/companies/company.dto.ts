import { ApiProperty } from '@nestjs/swagger';
import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { WholeNumber } from '#common/http/response.decorators.js';
import { Flag, OneOf, TrimmedText } from '#common/validation/fields.js';
import { OAUTH_SETTINGS, type OAuthSetting } from '#core/access/grants/grant.js';
import type { Company } from './company.entity.js';

export class UpdateCompany {
  /** The name of the company. */
  @TrimmedText('changeable')
  name?: string;

  /** Whether everyone needs a second factor: an authenticator, a passkey or single sign-on. */
  @Flag('changeable')
  requireSecondFactor?: boolean;

  /** Who may connect programs that sign in by OAuth: `admins` are ADMIN and OWNER. Those of others are refused meanwhile. */
  @OneOf('changeable', OAUTH_SETTINGS, 'OAuthSetting')
  oauth?: OAuthSetting;
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

  /** Whether everyone needs a second factor: who has none can only set one up. API keys go on. */
  requireSecondFactor: boolean;

  /** Who may connect programs that sign in by OAuth: `admins` are ADMIN and OWNER. */
  @ApiProperty({ enum: OAUTH_SETTINGS, enumName: 'OAuthSetting' })
  oauth: OAuthSetting;

  /** What its files take up; null for MEMBER and VIEWER. */
  @ApiProperty({ type: CompanyFilesResponse, nullable: true })
  files: CompanyFilesResponse | null;
}

export function toCompanyResponse(company: Company, files: CompanyFilesResponse | null): CompanyResponse {
  const { id, name, requireSecondFactor, oauth, createdAt, updatedAt } = company;
  return { id, name, requireSecondFactor, oauth, files, createdAt, updatedAt };
}
