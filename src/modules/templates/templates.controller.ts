import { Body, Controller, Delete, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Creates, Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TakesReadBack } from '#core/http/read-back.js';
import {
  CreateTemplate,
  TEMPLATE_READ_BACK,
  TemplateFromTask,
  TemplateResponse,
  TemplatesQuery,
  UpdateTemplate,
} from './template.dto.js';
import { TemplatesOfTasks } from './templates-of-tasks.js';
import { TemplatesService } from './templates.service.js';

@ApiTags('templates')
@Controller('templates')
export class TemplatesController {
  constructor(
    private readonly templates: TemplatesService,
    private readonly ofTasks: TemplatesOfTasks,
  ) {}

  /** The templates of the company and those of projects that the caller reaches, by name. */
  @Get()
  @RequirePermission('company-data:read')
  @ListEndpoint(TemplateResponse)
  findAll(@Context() context: RequestContext, @Query() query: TemplatesQuery): Promise<List<TemplateResponse>> {
    return this.templates.findAll(context, query);
  }

  /** Makes a template; one of the company needs ADMIN. */
  @Post()
  @RequirePermission('templates:write')
  @Creates(TemplateResponse, {
    missing: 'Project, assignee, delegate, sprint, epic or label',
    conflict: 'The name is taken, there are too many templates, the project is archived, or a sprint has ended',
  })
  create(@Context() context: RequestContext, @Body() input: CreateTemplate): Promise<TemplateResponse> {
    return this.templates.create(context, input);
  }

  /** Makes a template of a task and its subtasks; what does not fit is left out. */
  @Post('from-task')
  @ApiOperation({ operationId: 'createTemplateFromTask' })
  @RequirePermission('templates:write')
  @Creates(TemplateResponse, {
    missing: 'Task or project',
    conflict: 'The name is taken, there are too many templates, or the project is archived',
  })
  createFromTask(@Context() context: RequestContext, @Body() input: TemplateFromTask): Promise<TemplateResponse> {
    return this.ofTasks.create(context, input);
  }

  /** A template of the company, or of a project that the caller reaches. */
  @Get(':id')
  @RequirePermission('company-data:read')
  @Returns(TemplateResponse, { missing: 'Template' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<TemplateResponse> {
    return this.templates.findOne(context, id);
  }

  /** Changes a template; `task` and `subtasks` are replaced as a whole. One of the company needs ADMIN. */
  @Put(':id')
  @TakesReadBack(TEMPLATE_READ_BACK)
  @RequirePermission('templates:write')
  @Returns(TemplateResponse, {
    missing: 'Template, assignee, delegate, sprint, epic or label',
    conflict: 'The name is taken, the project is archived, or a sprint has ended',
  })
  update(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: UpdateTemplate,
  ): Promise<TemplateResponse> {
    return this.templates.update(context, id, input);
  }

  /** Deletes a template; the tasks made from it stay. One of the company needs ADMIN. */
  @Delete(':id')
  @RequirePermission('templates:write')
  @ReturnsNothing({ missing: 'Template', conflict: 'A recurrence uses it, or the project is archived' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.templates.remove(context, id);
  }
}
