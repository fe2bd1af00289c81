import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Creates, Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TakesReadBack } from '#core/http/read-back.js';
import { EPIC_READ_BACK, CreateEpic, EpicDetailResponse, EpicResponse, EpicsQuery, UpdateEpic } from './epic.dto.js';
import { EpicsService } from './epics.service.js';

/** Epics of the projects that the caller reaches. */
@ApiTags('epics')
@Controller('epics')
export class EpicsController {
  constructor(private readonly epics: EpicsService) {}

  /** The epics, the oldest first. */
  @Get()
  @RequirePermission('company-data:read')
  @ListEndpoint(EpicResponse)
  findAll(@Context() context: RequestContext, @Query() query: EpicsQuery): Promise<List<EpicResponse>> {
    return this.epics.findAll(context, query);
  }

  /** Creates an epic in a project. */
  @Post()
  @RequirePermission('epics:write')
  @Creates(EpicResponse, { missing: 'Project', conflict: 'The project is archived' })
  create(@Context() context: RequestContext, @Body() input: CreateEpic): Promise<EpicResponse> {
    return this.epics.create(context, input);
  }

  /** The epic with how far its tasks are. */
  @Get(':id')
  @RequirePermission('company-data:read')
  @Returns(EpicDetailResponse, { missing: 'Epic' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<EpicDetailResponse> {
    return this.epics.findOne(context, id);
  }

  /** Changes an epic; what is not given stays. */
  @Put(':id')
  @TakesReadBack(EPIC_READ_BACK)
  @RequirePermission('epics:write')
  @Returns(EpicResponse, { missing: 'Epic', conflict: 'The project is archived' })
  update(@Context() context: RequestContext, @Id() id: string, @Body() input: UpdateEpic): Promise<EpicResponse> {
    return this.epics.update(context, id, input);
  }

  /** Its tasks stay, without an epic. */
  @Delete(':id')
  @RequirePermission('epics:write')
  @ReturnsNothing({ missing: 'Epic', conflict: 'The project is archived' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.epics.remove(context, id);
  }
}
