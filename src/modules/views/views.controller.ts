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
import { VIEW_READ_BACK, CreateView, PlaceFavorite, UpdateView, ViewResponse, ViewsQuery } from './view.dto.js';
import { ViewFavorites } from './view-favorites.js';
import { ViewsService } from './views.service.js';

@ApiTags('views')
@Controller('views')
export class ViewsController {
  constructor(
    private readonly views: ViewsService,
    private readonly favorites: ViewFavorites,
  ) {}

  /** The caller's own views and those of the company, by name. */
  @Get()
  @RequirePermission('company-data:read')
  @ListEndpoint(ViewResponse)
  findAll(@Context() context: RequestContext, @Query() query: ViewsQuery): Promise<List<ViewResponse>> {
    return this.views.findAll(context, query);
  }

  /** Saves a view; one for the company needs MEMBER. */
  @Post()
  @RequirePermission('own-views:write')
  @Creates(ViewResponse, { missing: 'Project', conflict: 'The caller has 200 views' })
  create(@Context() context: RequestContext, @Body() input: CreateView): Promise<ViewResponse> {
    return this.views.create(context, input);
  }

  /** A view of the caller or of the company. */
  @Get(':id')
  @RequirePermission('company-data:read')
  @Returns(ViewResponse, { missing: 'View' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<ViewResponse> {
    return this.views.findOne(context, id);
  }

  /** Changes a view; that of the company for its owner, ADMIN and OWNER. */
  @Put(':id')
  @TakesReadBack(VIEW_READ_BACK)
  @RequirePermission('own-views:write')
  @Returns(ViewResponse, { missing: 'View or project' })
  update(@Context() context: RequestContext, @Id() id: string, @Body() input: UpdateView): Promise<ViewResponse> {
    return this.views.update(context, id, input);
  }

  /** Deletes a view; that of the company for its owner, ADMIN and OWNER. */
  @Delete(':id')
  @RequirePermission('own-views:write')
  @ReturnsNothing({ missing: 'View' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.views.remove(context, id);
  }

  /** Puts the view among the caller's favorites, or moves it there; the others make room. */
  @Put(':id/favorite')
  @ApiOperation({ operationId: 'placeFavoriteView' })
  @RequirePermission('own-views:write')
  @Returns(ViewResponse, { missing: 'View' })
  placeFavorite(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: PlaceFavorite,
  ): Promise<ViewResponse> {
    return this.favorites.placeFavorite(context, id, input);
  }

  /** Takes the view out of the caller's favorites. */
  @Delete(':id/favorite')
  @ApiOperation({ operationId: 'removeFavoriteView' })
  @RequirePermission('own-views:write')
  @ReturnsNothing({ missing: 'View' })
  removeFavorite(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.favorites.remove(context, id);
  }
}
