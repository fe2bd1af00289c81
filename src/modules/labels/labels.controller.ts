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
import { LABEL_READ_BACK, CreateLabel, LabelResponse, LabelsQuery, UpdateLabel } from './label.dto.js';
import { LabelsService } from './labels.service.js';

@ApiTags('labels')
@Controller('labels')
export class LabelsController {
  constructor(private readonly labels: LabelsService) {}

  /** The labels of the company, the oldest first. */
  @Get()
  @RequirePermission('company-data:read')
  @ListEndpoint(LabelResponse)
  findAll(@Context() context: RequestContext, @Query() query: LabelsQuery): Promise<List<LabelResponse>> {
    return this.labels.findAll(context, query);
  }

  /** Creates a label. */
  @Post()
  @RequirePermission('labels:write')
  @Creates(LabelResponse, { conflict: 'The name is taken, in this case or another' })
  create(@Context() context: RequestContext, @Body() input: CreateLabel): Promise<LabelResponse> {
    return this.labels.create(context, input);
  }

  /** A label of the company. */
  @Get(':id')
  @RequirePermission('company-data:read')
  @Returns(LabelResponse, { missing: 'Label' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<LabelResponse> {
    return this.labels.findOne(context, id);
  }

  /** Changes a label; what is not given stays. */
  @Put(':id')
  @TakesReadBack(LABEL_READ_BACK)
  @RequirePermission('labels:write')
  @Returns(LabelResponse, { missing: 'Label', conflict: 'The name is taken, in this case or another' })
  update(@Context() context: RequestContext, @Id() id: string, @Body() input: UpdateLabel): Promise<LabelResponse> {
    return this.labels.update(context, id, input);
  }

  /** Tasks that carry the label lose it. */
  @Delete(':id')
  @RequirePermission('labels:write')
  @ReturnsNothing({ missing: 'Label' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.labels.remove(context, id);
  }
}
