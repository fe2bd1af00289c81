import { Module } from '@nestjs/common';
import { SsoDomains } from './sso-domains.js';

/** What companies have proved; the operator's command needs nothing else of single sign-on. */
@Module({ providers: [SsoDomains], exports: [SsoDomains] })
export class SsoDomainsModule {}
