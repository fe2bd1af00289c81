import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Creates, Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { CreateField, FieldResponse, FieldsQuery, UpdateField } from './field.dto.js';
import { FieldsService } from './fields.service.js';

@ApiTags('fields')
@Controller('fields')
export class FieldsController {
  constructor(private readonly fields: FieldsService) {}

  /** The fields that the company has made for its tasks, by position. */
  @Get()
  @RequirePermission('company-data:read')
  @ListEndpoint(FieldResponse)
  findAll(@Context() context: RequestContext, @Query() query: FieldsQuery): Promise<List<FieldResponse>> {
    return this.fields.findAll(context, query);
  }

  /** Makes a field. */
  @Post()
  @RequirePermission('fields:write')
  @Creates(FieldResponse, {
    missing: 'Project',
    conflict: 'The name or the key is taken, or there are too many fields',
  })
  create(@Context() context: RequestContext, @Body() input: CreateField): Promise<FieldResponse> {
    return this.fields.create(context, input);
  }

  /** A field, by its id or key. */
  @Get(':id')
  @RequirePermission('company-data:read')
  @Returns(FieldResponse, { missing: 'Field' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<FieldResponse> {
    return this.fields.findOne(context, id);
  }

  /** Changes a field; what is not given stays. No task changes by it. */
  @Put(':id')
  @RequirePermission('fields:write')
  @Returns(FieldResponse, { missing: 'Field or project', conflict: 'The name is taken, or there are too many fields' })
  update(@Context() context: RequestContext, @Id() id: string, @Body() input: UpdateField): Promise<FieldResponse> {
    return this.fields.update(context, id, input);
  }

  /** Deletes a field; tasks lose its values. */
  @Delete(':id')
  @RequirePermission('fields:write')
  @ReturnsNothing({ missing: 'Field' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.fields.remove(context, id);
  }
}
