import {
  Body,
  Controller,
  Delete,
  Get,
  HttpCode,
  HttpStatus,
  Patch,
  Post,
  Put,
  Query,
  UseInterceptors,
} from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { Id } from '#common/validation/id.decorator.js';
import { ForDirectory } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ScimAnswersInterceptor } from './scim-answers.interceptor.js';
import { requireBody, type ScimBody, type ScimParameters } from './scim-input.js';
import { ScimGroupsService } from './scim-groups.service.js';

/** The teams of the company, for its directory; the protocol describes itself. */
@ApiExcludeController()
@Controller('scim/v2/Groups')
@ForDirectory()
@UseInterceptors(ScimAnswersInterceptor)
export class ScimGroupsController {
  constructor(private readonly groups: ScimGroupsService) {}

  @Get()
  findAll(@Context() context: RequestContext, @Query() query: ScimParameters): Promise<object> {
    return this.groups.findAll(context, query);
  }

  @Get(':id')
  findOne(@Context() context: RequestContext, @Id() id: string, @Query() query: ScimParameters): Promise<object> {
    return this.groups.findOne(context, id, query);
  }

  @Post()
  create(@Context() context: RequestContext, @Body() body: ScimBody, @Query() _query: ScimParameters): Promise<object> {
    return this.groups.create(context, requireBody(body));
  }

  @Put(':id')
  replace(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() body: ScimBody,
    @Query() _query: ScimParameters,
  ): Promise<object> {
    return this.groups.replace(context, id, requireBody(body));
  }

  @Patch(':id')
  patch(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() body: ScimBody,
    @Query() _query: ScimParameters,
  ): Promise<object> {
    return this.groups.patch(context, id, requireBody(body));
  }

  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  remove(@Context() context: RequestContext, @Id() id: string, @Query() _query: ScimParameters): Promise<void> {
    return this.groups.remove(context, id);
  }
}
