import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { uuidv7 } from '#common/ids/uuid-v7.js';
import { NotFoundError } from '#common/errors/app-error.js';
import type { AuditRecord } from '#core/audit/audit-entry.js';
import { CallerCheck } from '#core/access/caller-check.js';
import { SCIM_TOKEN_PREFIX, scimTokenHash } from '#core/access/scim.strategy.js';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { audited, unannounced } from '#core/events/domain-event.js';
import { CompaniesService } from '#modules/companies/companies.service.js';
import type { ScimTokenResponse } from './scim.dto.js';
import { ScimTokensRepository } from './scim-tokens.repository.js';

/** 256 bits. */
const TOKEN_BYTES = 32;

/** The one token of a company's directory. */
@Injectable()
export class ScimTokens {
  constructor(
    private readonly tokens: ScimTokensRepository,
    private readonly callerCheck: CallerCheck,
    private readonly companies: CompaniesService,
  ) {}

  async create(context: RequestContext): Promise<ScimTokenResponse> {
    const token = `${SCIM_TOKEN_PREFIX}${randomBytes(TOKEN_BYTES).toString('base64url')}`;
    await this.callerCheck.commit(context, async (tx) => {
      // Of two requests at once, the second replaces the token of the first.
      await this.companies.lockCompany(tx);
      const replaced = await this.strike(tx);
      const id = uuidv7();
      await this.tokens.insertToken(tx, id, scimTokenHash(token));
      const change = { ...unannounced(undefined), answer: { shownOnce: id } };
      return audited(change, ...replaced, recordOf('key.created', id));
    });
    return { token };
  }

  /** @throws NotFoundError when there is none */
  remove(context: RequestContext): Promise<void> {
    return this.callerCheck.commit(context, async (tx) => {
      await this.companies.lockCompany(tx);
      const revoked = await this.strike(tx);
      if (revoked.length === 0) throw new NotFoundError('SCIM token');
      return audited(unannounced(undefined), ...revoked);
    });
  }

  private async strike(tx: TransactionContext): Promise<AuditRecord[]> {
    return (await this.tokens.deleteTokens(tx)).map(({ id }) => recordOf('key.revoked', id));
  }
}

function recordOf(action: 'key.created' | 'key.revoked', id: string): AuditRecord {
  return { action, target: { type: 'scim-token', id, name: 'SCIM' } };
}
