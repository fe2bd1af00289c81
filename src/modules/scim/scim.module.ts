import { Module } from '@nestjs/common';
import { CompaniesModule } from '#modules/companies/companies.module.js';
import { TeamsModule } from '#modules/teams/teams.module.js';
import { UsersModule } from '#modules/users/users.module.js';
import { ScimDiscoveryController } from './scim-discovery.controller.js';
import { ScimGroupsController } from './scim-groups.controller.js';
import { ScimGroupsService } from './scim-groups.service.js';
import { ScimTokenController } from './scim-token.controller.js';
import { ScimTokens } from './scim-tokens.js';
import { ScimUsersController } from './scim-users.controller.js';
import { ScimUsersService } from './scim-users.service.js';
import { ScimUsersRepository } from './scim-users.repository.js';
import { ScimGroupsRepository } from './scim-groups.repository.js';
import { ScimTokensRepository } from './scim-tokens.repository.js';

@Module({
  imports: [CompaniesModule, TeamsModule, UsersModule],
  controllers: [ScimDiscoveryController, ScimGroupsController, ScimTokenController, ScimUsersController],
  providers: [
    ScimGroupsRepository,
    ScimGroupsService,
    ScimTokens,
    ScimTokensRepository,
    ScimUsersRepository,
    ScimUsersService,
  ],
})
export class ScimModule {}
