import { Controller, Get, Param, Query, UseInterceptors } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { NotFoundError } from '#common/errors/app-error.js';
import { Configuration } from '#config/configuration.js';
import { ForDirectory } from '#core/access/access.decorators.js';
import { ScimAnswersInterceptor } from './scim-answers.interceptor.js';
import type { ScimParameters } from './scim-input.js';
import { resourceTypes, schemas, serviceProviderConfig } from './scim-discovery.js';
import { listOf, type ScimList } from './scim-query.js';

/** What the service can do of SCIM (RFC 7644, 4). */
@ApiExcludeController()
@Controller('scim/v2')
@ForDirectory()
@UseInterceptors(ScimAnswersInterceptor)
export class ScimDiscoveryController {
  constructor(private readonly configuration: Configuration) {}

  @Get('ServiceProviderConfig')
  showConfiguration(@Query() _query: ScimParameters): object {
    return serviceProviderConfig(this.configuration.publicUrl);
  }

  @Get('ResourceTypes')
  findResourceTypes(@Query() _query: ScimParameters): ScimList<object> {
    const found = resourceTypes(this.configuration.publicUrl);
    return listOf(found, found.length);
  }

  @Get('ResourceTypes/:id')
  getResourceType(@Param('id') id: string, @Query() _query: ScimParameters): object {
    return requireOne(resourceTypes(this.configuration.publicUrl), id);
  }

  @Get('Schemas')
  findSchemas(@Query() _query: ScimParameters): ScimList<object> {
    const found = schemas(this.configuration.publicUrl);
    return listOf(found, found.length);
  }

  @Get('Schemas/:id')
  getSchema(@Param('id') id: string, @Query() _query: ScimParameters): object {
    return requireOne(schemas(this.configuration.publicUrl), id);
  }
}

function requireOne(all: readonly { readonly id: string }[], id: string): object {
  const found = all.find((one) => one.id === id);
  if (!found) throw new NotFoundError('Resource');
  return found;
}
