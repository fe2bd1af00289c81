import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { AuthModule } from '#modules/auth/auth.module.js';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { IdentitiesController } from './identities.controller.js';
import { Identities } from './identities.js';
import { IssuerClients } from './issuer-clients.js';
import { SignInChanges } from './sign-in-changes.js';
import { SsoConnection } from './sso-connection.entity.js';
import { SsoConnections } from './sso-connections.js';
import { SsoDomainsModule } from './sso-domains.module.js';
import { SsoFlows } from './sso-flows.js';
import { SsoPeople } from './sso-people.js';
import { SsoSessionController } from './sso-session.controller.js';
import { SsoSignIn } from './sso-sign-in.js';
import { SsoController } from './sso.controller.js';
import { SsoFlowsRepository } from './sso-flows.repository.js';
import { IdentitiesRepository } from './identities.repository.js';
import { SsoConnectionsRepository } from './sso-connections.repository.js';

@Module({
  imports: [CompanyScopeModule.forFeature(SsoConnection), AuthModule, CompaniesModule, SsoDomainsModule, UsersModule],
  controllers: [IdentitiesController, SsoController, SsoSessionController],
  providers: [
    Identities,
    IdentitiesRepository,
    IssuerClients,
    SignInChanges,
    SsoConnections,
    SsoConnectionsRepository,
    SsoFlows,
    SsoFlowsRepository,
    SsoPeople,
    SsoSignIn,
  ],
})
export class SsoModule {}
