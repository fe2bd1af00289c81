import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import {
  ApiCreatedResponse,
  ApiNoContentResponse,
  ApiNotFoundResponse,
  ApiOkResponse,
  ApiTags,
} from '@nestjs/swagger';
import { ListEndpoint } from '../../common/http/list.decorator.js';
import type { List } from '../../common/http/list.js';
import { PageQuery } from '../../common/http/page.query.js';
import { Id } from '../../common/validation/id.decorator.js';
import { RequirePermission } from '../../core/auth/access.decorators.js';
import { Context } from '../../core/auth/context.decorator.js';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { CreateSampleThing, SampleThingResponse, UpdateSampleThing } from './sample-thing.dto.js';
import { SampleThingsService } from './sample-things.service.js';

@ApiTags('sample-things')
@Controller('sample-things')
export class SampleThingsController {
  constructor(private readonly service: SampleThingsService) {}

  /** The sample things of the company, the oldest first. */
  @Get()
  @RequirePermission('company-data:read')
  @ListEndpoint(SampleThingResponse)
  findAll(@Context() context: RequestContext, @Query() query: PageQuery): Promise<List<SampleThingResponse>> {
    return this.service.findAll(context, query);
  }

  @Post()
  @RequirePermission('sample-things:write')
  @ApiCreatedResponse({ type: SampleThingResponse })
  create(@Context() context: RequestContext, @Body() input: CreateSampleThing): Promise<SampleThingResponse> {
    return this.service.create(context, input);
  }

  @Get(':id')
  @RequirePermission('company-data:read')
  @ApiOkResponse({ type: SampleThingResponse })
  @ApiNotFoundResponse({ description: 'Sample thing not found' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<SampleThingResponse> {
    return this.service.findOne(context, id);
  }

  /** Changes what is given. */
  @Put(':id')
  @RequirePermission('sample-things:write')
  @ApiOkResponse({ type: SampleThingResponse })
  @ApiNotFoundResponse({ description: 'Sample thing not found' })
  update(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: UpdateSampleThing,
  ): Promise<SampleThingResponse> {
    return this.service.update(context, id, input);
  }

  @Delete(':id')
  @HttpCode(204)
  @RequirePermission('sample-things:write')
  @ApiNoContentResponse()
  @ApiNotFoundResponse({ description: 'Sample thing not found' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.service.remove(context, id);
  }
}
