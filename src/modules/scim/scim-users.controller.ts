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
import { ScimUsersService } from './scim-users.service.js';

/** The users of the company, for its directory; the protocol describes itself. */
@ApiExcludeController()
@Controller('scim/v2/Users')
@ForDirectory()
@UseInterceptors(ScimAnswersInterceptor)
export class ScimUsersController {
  constructor(private readonly users: ScimUsersService) {}

  @Get()
  findAll(@Context() context: RequestContext, @Query() query: ScimParameters): Promise<object> {
    return this.users.findAll(context, query);
  }

  @Get(':id')
  findOne(@Context() context: RequestContext, @Id() id: string, @Query() query: ScimParameters): Promise<object> {
    return this.users.findOne(context, id, query);
  }

  @Post()
  create(@Context() context: RequestContext, @Body() body: ScimBody, @Query() _query: ScimParameters): Promise<object> {
    return this.users.create(context, requireBody(body));
  }

  @Put(':id')
  replace(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() body: ScimBody,
    @Query() _query: ScimParameters,
  ): Promise<object> {
    return this.users.replace(context, id, requireBody(body));
  }

  @Patch(':id')
  patch(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() body: ScimBody,
    @Query() _query: ScimParameters,
  ): Promise<object> {
    return this.users.patch(context, id, requireBody(body));
  }

  @Delete(':id')
  @HttpCode(HttpStatus.NO_CONTENT)
  remove(@Context() context: RequestContext, @Id() id: string, @Query() _query: ScimParameters): Promise<void> {
    return this.users.remove(context, id);
  }
}
