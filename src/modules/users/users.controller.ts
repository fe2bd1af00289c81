import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Accepts, Creates, Returns } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { CreateUser, UpdateUser, UserResponse, UsersQuery } from './user.dto.js';
import { UsersRepository } from './users.repository.js';
import { UsersService } from './users.service.js';

@ApiTags('users')
@Controller('users')
export class UsersController {
  constructor(
    private readonly users: UsersService,
    private readonly reader: UsersRepository,
  ) {}

  /** The users of the company, the oldest first. Deactivated ones are among them. */
  @Get()
  @RequirePermission('company-data:read')
  @ListEndpoint(UserResponse)
  findAll(@Context() context: RequestContext, @Query() query: UsersQuery): Promise<List<UserResponse>> {
    return this.reader.findAll(context, query);
  }

  /**
   * Adds a user to the company. Without a password, an invitation is mailed whose token is good for 7 days; a company
   * invites at most 100 people in 24 hours, then 429.
   */
  @Post()
  @RequirePermission('users:write')
  @Creates(UserResponse, {
    conflict: 'The e-mail address is already in use, or the company has as many users as it may',
  })
  create(@Context() context: RequestContext, @Body() body: CreateUser): Promise<UserResponse> {
    return this.users.create(context, body);
  }

  /**
   * Mails the invitation of a user again, who has not been in yet. The token of the one before is good no more; it counts
   * to the invitations of the day.
   */
  @Post(':id/invitation')
  @ApiOperation({ operationId: 'sendInvitation' })
  @RequirePermission('users:write')
  @Accepts(undefined, { missing: 'User', conflict: 'The invitation was taken up, or the user is not active' })
  async sendInvitation(@Context() context: RequestContext, @Id() id: string): Promise<object> {
    await this.users.inviteAgain(context, id);
    return {};
  }

  /** A user of the company. */
  @Get(':id')
  @RequirePermission('company-data:read')
  @Returns(UserResponse, { missing: 'User' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<UserResponse> {
    return this.reader.findOne(context, id);
  }

  /** Only an OWNER grants or takes OWNER, or changes anything of one. */
  @Put(':id')
  @RequirePermission('users:write')
  @Returns(UserResponse, {
    missing: 'User',
    conflict: 'The last active OWNER cannot be demoted or deactivated, and who was erased not changed',
  })
  async update(@Context() context: RequestContext, @Id() id: string, @Body() body: UpdateUser): Promise<UserResponse> {
    await this.users.update(context, id, body);
    return this.reader.findOne(context, id);
  }
}
