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
import { TakesReadBack } from '#core/http/read-back.js';
import { ROLE_PRESETS } from './settings/role-presets.js';
import { CreateVirtualColleague, UpdateVirtualColleague } from './virtual-colleague-input.dto.js';
import {
  COLLEAGUE_READ_BACK,
  RolePresetResponse,
  ChangedColleagueResponse,
  VirtualColleagueDetailResponse,
  VirtualColleagueResponse,
} from './virtual-colleague.dto.js';
import { VirtualColleaguesService } from './virtual-colleagues.service.js';

@ApiTags('virtual colleagues')
@Controller('virtual-colleagues')
export class VirtualColleaguesController {
  constructor(private readonly colleagues: VirtualColleaguesService) {}

  /** The colleagues of the company, the oldest first. */
  @Get()
  @ApiOperation({ operationId: 'listColleagues' })
  @RequirePermission('company-data:read')
  @ListEndpoint(VirtualColleagueResponse)
  findAll(@Context() context: RequestContext, @Query() query: PageQuery): Promise<List<VirtualColleagueResponse>> {
    return this.colleagues.findAll(context, query);
  }

  /** The nine roles, and how each behaves unless it is told otherwise. No list: always all of them. */
  @Get('presets')
  @ApiOperation({ operationId: 'listColleaguePresets' })
  @RequirePermission('company-data:read')
  @Returns([RolePresetResponse])
  findPresets(): readonly RolePresetResponse[] {
    return ROLE_PRESETS;
  }

  /** Creates a virtual colleague, which runs by its schedule from then on. */
  @Post()
  @ApiOperation({ operationId: 'createColleague' })
  @RequirePermission('colleagues:write')
  @Creates(ChangedColleagueResponse, {
    missing: 'Project, owner or user of a rule',
    conflict: 'The company has as many as it may, 200 unless the operator says otherwise',
  })
  create(@Context() context: RequestContext, @Body() input: CreateVirtualColleague): Promise<ChangedColleagueResponse> {
    return this.colleagues.create(context, input);
  }

  /** A virtual colleague with what it had to say lately. */
  @Get(':id')
  @ApiOperation({ operationId: 'getColleague' })
  @RequirePermission('company-data:read')
  @Returns(VirtualColleagueDetailResponse, { missing: 'Virtual colleague' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<VirtualColleagueDetailResponse> {
    return this.colleagues.findOne(context, id);
  }

  /** Changes a virtual colleague; what is not given stays. */
  @Put(':id')
  @TakesReadBack(COLLEAGUE_READ_BACK)
  @ApiOperation({ operationId: 'updateColleague' })
  @RequirePermission('colleagues:write')
  @Returns(ChangedColleagueResponse, { missing: 'Virtual colleague, project, owner or user of a rule' })
  update(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: UpdateVirtualColleague,
  ): Promise<ChangedColleagueResponse> {
    return this.colleagues.update(context, id, input);
  }

  /** Its runs and its activity go with it, for good. */
  @Delete(':id')
  @ApiOperation({ operationId: 'deleteColleague' })
  @RequirePermission('colleagues:write')
  @ReturnsNothing({ missing: 'Virtual colleague' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.colleagues.remove(context, id);
  }
}
