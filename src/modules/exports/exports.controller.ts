import { Body, Controller, Delete, Get, Post, Query, Res, StreamableFile } from '@nestjs/common';
import { ApiOkResponse, ApiOperation, ApiProduces, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Accepts, describeRefusals, Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { PageQuery } from '#common/http/page.query.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { AnswersFile } from '#core/transport/streamed-body.js';
import { CreateExport, ExportResponse } from './export.dto.js';
import { ExportsService } from './exports.service.js';

@ApiTags('exports')
@Controller('exports')
export class ExportsController {
  constructor(private readonly exports: ExportsService) {}

  /** Exports that the caller may make, the oldest first: those of projects, for an OWNER those of the company. */
  @Get()
  @RequirePermission('exports:administer')
  @ListEndpoint(ExportResponse)
  findAll(@Context() context: RequestContext, @Query() query: PageQuery): Promise<List<ExportResponse>> {
    return this.exports.findAll(context, query);
  }

  /** Begins an archive of a project or, for an OWNER, of the company: a ZIP of NDJSON and of the files of tasks. */
  @Post()
  @ApiOperation({ operationId: 'createExport' })
  @RequirePermission('exports:administer')
  @Accepts(ExportResponse, {
    missing: 'Project',
    conflict:
      'Another export of the company is under way, or it has three; the one of an OWNER takes the place of the oldest',
    forbidden: 'Only an OWNER may export the company; give a projectId',
  })
  create(@Context() context: RequestContext, @Body() input: CreateExport): Promise<ExportResponse> {
    return this.exports.create(context, input);
  }

  /** How far an export is. */
  @Get(':id')
  @RequirePermission('exports:administer')
  @Returns(ExportResponse, { missing: 'Export' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<ExportResponse> {
    return this.exports.findOne(context, id);
  }

  /** Deletes an archive, or gives up one that is being made. */
  @Delete(':id')
  @RequirePermission('exports:administer')
  @ReturnsNothing({ missing: 'Export' })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.exports.remove(context, id);
  }

  /** The archive, for seven days. */
  @Get(':id/content')
  @ApiOperation({ operationId: 'getExportContent' })
  @RequirePermission('exports:administer')
  @AnswersFile()
  @ApiProduces('application/zip')
  @ApiOkResponse({ description: 'The ZIP.', schema: { type: 'string', format: 'binary' } })
  @describeRefusals({ missing: 'Export', conflict: 'It is not ready' })
  content(
    @Context() context: RequestContext,
    @Id() id: string,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<StreamableFile> {
    return this.exports.readContent(context, id, reply);
  }
}
