import { Body, Controller, Delete, HttpStatus, Post, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Creates, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { TeamMembersService } from './team-members.service.js';
import { AddTeamMember, TeamMemberResponse } from './team.dto.js';

/** Who is in a team: they reach its projects, and are listed as their members. */
@ApiTags('teams')
@Controller('teams/:id/members')
@RequirePermission('teams:write')
export class TeamMembersController {
  constructor(private readonly members: TeamMembersService) {}

  /** Puts an active user into the team; 200 when they are in it already. */
  @Post()
  @Creates(TeamMemberResponse, { existing: 'Already in the team', missing: 'Team or active user' })
  async add(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() { userId }: AddTeamMember,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<TeamMemberResponse> {
    const { member, isNew } = await this.members.addMember(context, id, userId);
    void reply.status(isNew ? HttpStatus.CREATED : HttpStatus.OK);
    return member;
  }

  /** Takes the user out of the team. */
  @Delete(':userId')
  @ApiOperation({ operationId: 'removeTeamMember' })
  @ReturnsNothing({ missing: 'Team or member' })
  remove(@Context() context: RequestContext, @Id() id: string, @Id('userId') userId: string): Promise<void> {
    return this.members.remove(context, id, userId);
  }
}
