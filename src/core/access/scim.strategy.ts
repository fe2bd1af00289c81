import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { AuthModuleOptions } from '@nestjs/passport';
import type { FastifyRequest } from 'fastify';
import { NIL_UUID } from '#common/validation/uuid.js';
import { Database, type Statement } from '../database/database.js';
import { anonymousContext } from './anonymous-context.js';
import type { Principal } from './principal.js';
import { LookupStrategy } from './strategies.js';

/** What every token of a directory begins with. */
export const SCIM_TOKEN_PREFIX = 'svc_scim_';

const FORM = new RegExp(`^${SCIM_TOKEN_PREFIX}[\\w-]{43}$`);

const SELECT_COMPANY: Statement = {
  name: 'authentication-scim-token',
  text: `SELECT company_id AS "companyId" FROM scim_tokens WHERE token_hash = decode($1, 'hex')`,
};

const SELECT_ACTIVE: Statement = {
  name: 'authentication-scim-company',
  text: 'SELECT active FROM companies WHERE id = $1',
};

/** What is stored of a token, in hex. SHA-256 is enough: nobody guesses 256 random bits. */
export function scimTokenHash(token: string): string {
  return hash('sha256', token, 'hex');
}

/** The directory of a company: it acts as an ADMIN who is nobody of the company. */
@Injectable()
export class ScimStrategy extends LookupStrategy {
  constructor(
    options: AuthModuleOptions,
    private readonly database: Database,
  ) {
    super('scim', options);
  }

  /** Null when the token is unknown or replaced, or the company is deactivated. */
  override async validate(request: FastifyRequest, token: string): Promise<Principal | null> {
    if (!FORM.test(token)) return null;
    const context = anonymousContext(request);
    const found = await this.database.rowByKey<{ companyId: string }>(context, SELECT_COMPANY, [scimTokenHash(token)]);
    if (!found) return null;
    const { companyId } = found;
    const company = await this.database.rowByKey<{ active: boolean }>(context, SELECT_ACTIVE, [companyId]);
    return company?.active ? { companyId, userId: NIL_UUID, role: 'ADMIN', scim: true } : null;
  }
}
