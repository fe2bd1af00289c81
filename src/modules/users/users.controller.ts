import { Body, Controller, Get, Post, Put, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Creates, Returns } from '#common/http/outcomes.decorator.js';
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
