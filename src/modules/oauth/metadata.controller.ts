import { Controller, Get } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { NotFoundError } from '#common/errors/app-error.js';
import { MCP_PATH, resourcesOf } from '#common/http/oauth.js';
import { Configuration } from '#config/configuration.js';
import { Public } from '#core/access/access.decorators.js';
import { SCOPE_NAMES } from '#core/access/grants/grant.js';
import { AuthTier } from '#core/rate-limit/rate-limit.decorators.js';

const RESOURCE_NAME = 'Project management';

/** Where programs read how to sign in (RFC 9728, RFC 8414): outside of the API, as the standards have it. */
@ApiExcludeController()
@Controller('.well-known')
@Public()
@AuthTier()
export class MetadataController {
  constructor(private readonly configuration: Configuration) {}

  @Get(['oauth-protected-resource', `oauth-protected-resource${MCP_PATH}`])
  ofMcp(): object {
    return this.resource(resourcesOf(this.issuer()).mcp);
  }

  @Get('oauth-protected-resource/api')
  ofApi(): object {
    return this.resource(resourcesOf(this.issuer()).api);
  }

  @Get('oauth-authorization-server')
  ofServer(): object {
    const issuer = this.issuer();
    return {
      issuer,
      authorization_endpoint: `${issuer}/oauth/authorize`,
      token_endpoint: `${issuer}/api/oauth/token`,
      revocation_endpoint: `${issuer}/api/oauth/revoke`,
      registration_endpoint: `${issuer}/api/oauth/register`,
      scopes_supported: SCOPE_NAMES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
      authorization_response_iss_parameter_supported: true,
      client_id_metadata_document_supported: true,
    };
  }

  private resource(resource: string): object {
    return {
      resource,
      authorization_servers: [this.issuer()],
      scopes_supported: SCOPE_NAMES,
      bearer_methods_supported: ['header'],
      resource_name: RESOURCE_NAME,
    };
  }

  private issuer(): string {
    const { issuer } = this.configuration;
    if (issuer === null) throw new NotFoundError('Path');
    return issuer;
  }
}
