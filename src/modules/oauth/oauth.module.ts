import { Logger, Module, type OnModuleInit } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { AuthorizationRequests } from './authorization-requests.js';
import { ClientDocuments } from './client-documents.js';
import { Clients } from './clients.js';
import { ClientsRepository } from './clients.repository.js';
import { CodesRepository } from './codes.repository.js';
import { Connections } from './connections.js';
import { ConsentController } from './consent.controller.js';
import { Consents } from './consents.js';
import { GrantsController } from './grants.controller.js';
import { GrantsRepository } from './grants.repository.js';
import { MetadataController } from './metadata.controller.js';
import { OwnGrantsController } from './own-grants.controller.js';
import { TokenAnswers } from './token-answers.js';
import { TokenController } from './token.controller.js';

/** Programs that people connect: OAuth 2.1, for MCP and for the API. */
@Module({
  imports: [ProjectsModule],
  controllers: [MetadataController, TokenController, ConsentController, OwnGrantsController, GrantsController],
  providers: [
    AuthorizationRequests,
    ClientDocuments,
    Clients,
    ClientsRepository,
    CodesRepository,
    Connections,
    Consents,
    GrantsRepository,
    TokenAnswers,
  ],
})
export class OAuthModule implements OnModuleInit {
  private readonly logger = new Logger(OAuthModule.name);

  constructor(private readonly configuration: Configuration) {}

  onModuleInit(): void {
    if (this.configuration.issuer !== null) return;
    this.logger.warn(
      'Programs cannot sign in by OAuth: behind a proxy, PUBLIC_URL must say the address of the service',
    );
  }
}
