import { Body, Controller, HttpCode, Post } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Returns } from '#common/http/outcomes.decorator.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { PreviewColleague, PreviewNewColleague } from '../virtual-colleague-input.dto.js';
import { ColleaguePreviews } from './colleague-previews.js';
import { PreviewResponse } from './preview.dto.js';

const CONFLICT = 'A preview of the caller is under way';

@ApiTags('virtual colleagues')
@Controller('virtual-colleagues')
@RequirePermission('colleagues:run')
export class ColleaguePreviewsController {
  constructor(private readonly previews: ColleaguePreviews) {}

  /** What a colleague that is not made yet would say of the tasks that its owner and the caller reach. Nothing is kept. */
  @Post('preview')
  @HttpCode(200)
  @ApiOperation({ operationId: 'previewNewColleague' })
  @Returns(PreviewResponse, { missing: 'Project, owner or user of a rule', conflict: CONFLICT })
  ofNew(@Context() context: RequestContext, @Body() input: PreviewNewColleague): Promise<PreviewResponse> {
    return this.previews.ofNew(context, input);
  }

  /** What a scan would say now of the tasks that the caller reaches, with these settings. Nothing is sent or remembered. */
  @Post(':id/preview')
  @HttpCode(200)
  @ApiOperation({ operationId: 'previewColleague' })
  @Returns(PreviewResponse, { missing: 'Virtual colleague, project or user of a rule', conflict: CONFLICT })
  ofColleague(
    @Context() context: RequestContext,
    @Id() id: string,
    @Body() input: PreviewColleague,
  ): Promise<PreviewResponse> {
    return this.previews.ofColleague(context, id, input);
  }
}
