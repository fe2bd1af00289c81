import { Module } from '@nestjs/common';
import { SsoDomains } from './sso-domains.js';
import { SsoDomainsRepository } from './sso-domains.repository.js';

/** What companies have proved; the operator's command needs nothing else of single sign-on. */
@Module({ providers: [SsoDomains, SsoDomainsRepository], exports: [SsoDomains] })
export class SsoDomainsModule {}
