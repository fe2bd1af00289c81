import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { PageQuery } from '#common/http/page.query.js';
import { Creates, Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { CreateSampleThing, SampleThingResponse, UpdateSampleThing } from './sample-thing.dto.js';
import { SampleThingsService } from './sample-things.service.js';

@ApiTags('sample-things')
@Controller('sample-things')
export class SampleThingsController {
  constructor(private readonly service: SampleThingsService) {}

  /** The sample things of the company, the oldest first. */
  @Get()
  @ApiOperation({ operationId: 'listSampleThings' })
  @RequirePermission('company-data:read')
  @ListEndpoint(SampleThingResponse)
  findAll(@Context() context: RequestContext, @Query() query: PageQuery): Promise<List<SampleThingResponse>> {
    return this.service.findAll(context, query);
  }

  /** Creates one of the sample things. */
  @Post()
  @ApiOperation({ operationId: 'createSampleThing' })
  @RequirePermission('sample-things:write')
  @Creates(SampleThingResponse)
  create(@Context() context: RequestContext, @Body() input: CreateSampleThing): Promise<SampleThingResponse> {
    return this.service.create(context, input);
  }

  /** One of the sample things. */
  @Get(':id')
  @ApiOperation({ operationId: 'getSampleThing' })
  @RequirePermission('company-data:read')
  @Returns(SampleThingResponse, { missing: 'Sample thing' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<SampleThingResponse> {
    return this.service.findOne(context, id);
  }

  /** Changes one of the sample things; what is not given stays. */
  @Put(':id')
  @ApiOperation({ operationId: 'updateSampleThing' })
  @RequirePermission('sample-things:write')
  @Returns(SampleThingResponse, { missing: 'Sample thing' })
  update(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: UpdateSampleThing,
  ): Promise<SampleThingResponse> {
    return this.service.update(context, id, input);
  }

  /** Deletes one of the sample things. */
  @Delete(':id')
  @ApiOperation({ operationId: 'deleteSampleThing' })
  @RequirePermission('sample-things:write')
  @ReturnsNothing({ missing: 'Sample thing' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.service.remove(context, id);
  }
}
