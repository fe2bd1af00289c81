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
import {
  PROJECT_READ_BACK,
  CreateProject,
  ProjectDetailResponse,
  ProjectResponse,
  ProjectsQuery,
  UpdateProject,
} from './project.dto.js';
import { ProjectsService } from './projects.service.js';

/** The projects that the caller reaches; to others they do not exist. */
@ApiTags('projects')
@Controller('projects')
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  /** The projects that the caller reaches, the oldest first. */
  @Get()
  @RequirePermission('company-data:read')
  @ListEndpoint(ProjectResponse)
  findAll(@Context() context: RequestContext, @Query() query: ProjectsQuery): Promise<List<ProjectResponse>> {
    return this.projects.findAll(context, query);
  }

  /** Makes a project, with the caller as its lead. Without a `key`, it gets one made from its name. */
  @Post()
  @RequirePermission('projects:write', { by: 'person' })
  @Creates(ProjectResponse, { missing: 'Team', conflict: 'The key is taken' })
  create(@Context() context: RequestContext, @Body() input: CreateProject): Promise<ProjectResponse> {
    return this.projects.create(context, input);
  }

  /** The project with its members. */
  @Get(':id')
  @RequirePermission('company-data:read')
  @Returns(ProjectDetailResponse, { missing: 'Project' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<ProjectDetailResponse> {
    return this.projects.findOne(context, id);
  }

  /** Changes a project; what is not given stays. */
  @Put(':id')
  @TakesReadBack(PROJECT_READ_BACK)
  @RequirePermission('projects:write')
  @Returns(ProjectResponse, { missing: 'Project or team', conflict: 'The project is archived' })
  update(@Context() context: RequestContext, @Id() id: string, @Body() input: UpdateProject): Promise<ProjectResponse> {
    return this.projects.update(context, id, input);
  }

  /** Removes the project with all it holds. */
  @Delete(':id')
  @RequirePermission('projects:administer')
  @ReturnsNothing({ missing: 'Project' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.projects.remove(context, id);
  }

  /** Closes the project, and all in it, to changes. Archiving it again changes nothing. */
  @Post(':id/archive')
  @RequirePermission('projects:administer')
  @Returns(ProjectResponse, { missing: 'Project' })
  archive(@Context() context: RequestContext, @Id() id: string): Promise<ProjectResponse> {
    return this.projects.archiveProject(context, id);
  }

  /** Opens an archived project again. */
  @Post(':id/unarchive')
  @RequirePermission('projects:administer')
  @Returns(ProjectResponse, { missing: 'Project' })
  unarchive(@Context() context: RequestContext, @Id() id: string): Promise<ProjectResponse> {
    return this.projects.unarchiveProject(context, id);
  }
}
