import { Body, Controller, Delete, Put } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { ProjectMembersService } from './project-members.service.js';
import { ProjectMemberResponse, SetProjectMember } from './project.dto.js';

/** Who is a member of a project, and as what. */
@ApiTags('projects')
@Controller('projects/:id/members')
@RequirePermission('projects:write', { by: 'person' })
export class ProjectMembersController {
  constructor(private readonly members: ProjectMembersService) {}

  /** Makes the user a member, or changes the role of one. */
  @Put(':userId')
  @ApiBody({ type: SetProjectMember, required: false })
  @Returns(ProjectMemberResponse, { missing: 'Project or active user', conflict: 'The project is archived' })
  set(
    @Context() context: RequestContext,
    @Id() id: string,
    @Id('userId') userId: string,
    @Body() input: SetProjectMember,
  ): Promise<ProjectMemberResponse> {
    return this.members.setMember(context, id, userId, input);
  }

  /** Ends the user's own membership; who is in the project's team stays a member by that. */
  @Delete(':userId')
  @ApiOperation({ operationId: 'removeProjectMember' })
  @ReturnsNothing({ missing: 'Project or member', conflict: 'The project is archived' })
  remove(@Context() context: RequestContext, @Id() id: string, @Id('userId') userId: string): Promise<void> {
    return this.members.remove(context, id, userId);
  }
}
