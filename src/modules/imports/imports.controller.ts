import { Body, Controller, Delete, Get, Post, Put, Query, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { ListEndpoint } from '#common/http/list.decorator.js';
import type { List } from '#common/http/list.js';
import { Accepts, Creates, Returns, ReturnsNothing } from '#common/http/outcomes.decorator.js';
import { PageQuery } from '#common/http/page.query.js';
import { Id } from '#common/validation/id.decorator.js';
import { RequirePermission } from '#core/access/access.decorators.js';
import { StreamsBody } from '#core/transport/streamed-body.js';
import { Context } from '#core/access/context.decorator.js';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { CreateImport, UpdateImport } from './import-input.dto.js';
import { ImportResponse } from './import.dto.js';
import { ImportsService } from './imports.service.js';

@ApiTags('imports')
@Controller('imports')
export class ImportsController {
  constructor(private readonly imports: ImportsService) {}

  /** The imports of the company, the oldest first. */
  @Get()
  @RequirePermission('imports:administer')
  @ListEndpoint(ImportResponse)
  findAll(@Context() context: RequestContext, @Query() query: PageQuery): Promise<List<ImportResponse>> {
    return this.imports.findAll(context, query);
  }

  /** Prepares an import into a project, or into a new one that the start makes. Its file comes next. */
  @Post()
  @RequirePermission('imports:administer')
  @Creates(ImportResponse, {
    missing: 'Project',
    conflict: 'The project is archived, its key is taken, or five imports are prepared',
  })
  create(@Context() context: RequestContext, @Body() input: CreateImport): Promise<ImportResponse> {
    return this.imports.create(context, input);
  }

  /** An import with its report. */
  @Get(':id')
  @RequirePermission('imports:administer')
  @Returns(ImportResponse, { missing: 'Import' })
  findOne(@Context() context: RequestContext, @Id() id: string): Promise<ImportResponse> {
    return this.imports.findOne(context, id);
  }

  /** Says what people, statuses and priorities become, and how the source is read. */
  @Put(':id')
  @RequirePermission('imports:administer')
  @Returns(ImportResponse, { missing: 'Import or user', conflict: 'It is neither waiting nor checked' })
  update(@Context() context: RequestContext, @Id() id: string, @Body() input: UpdateImport): Promise<ImportResponse> {
    return this.imports.update(context, id, input);
  }

  /** Deletes what is known of an import that brought nothing, or was undone, with its file. */
  @Delete(':id')
  @RequirePermission('imports:administer')
  @ReturnsNothing({
    missing: 'Import',
    conflict: 'It is neither waiting nor checked nor undone, nor failed before it wrote',
  })
  remove(@Context() context: RequestContext, @Id() id: string): Promise<void> {
    return this.imports.remove(context, id);
  }

  /** Takes the bytes of the file, whatever their type; a second time they replace the first. */
  @Put(':id/content')
  @ApiOperation({ operationId: 'uploadImport' })
  @ApiConsumes('application/octet-stream')
  @ApiBody({ description: 'The bytes of the file.', schema: { type: 'string', format: 'binary' } })
  @StreamsBody()
  @RequirePermission('imports:administer')
  @Returns(ImportResponse, {
    missing: 'Import',
    conflict: 'It is neither waiting nor checked, takes no file, or the company has no room for it',
  })
  upload(
    @Context() context: RequestContext,
    @Id() id: string,
    @Req() request: FastifyRequest,
  ): Promise<ImportResponse> {
    return this.imports.uploadFile(context, id, request.raw);
  }

  /** Reads the file and says what a start would do. Nothing is written. */
  @Post(':id/check')
  @ApiOperation({ operationId: 'checkImport' })
  @RequirePermission('imports:administer')
  @Accepts(ImportResponse, { missing: 'Import', conflict: 'It is neither waiting with its file nor checked' })
  check(@Context() context: RequestContext, @Id() id: string): Promise<ImportResponse> {
    return this.imports.checkImport(context, id);
  }

  /** Writes what was checked; one that failed or was stopped goes on where it was. */
  @Post(':id/start')
  @ApiOperation({ operationId: 'startImport' })
  @RequirePermission('imports:administer')
  @Accepts(ImportResponse, { missing: 'Import', conflict: 'It is neither checked nor failed nor stopped' })
  start(@Context() context: RequestContext, @Id() id: string): Promise<ImportResponse> {
    return this.imports.startImport(context, id);
  }

  /** Stops a run after the batch that is being written. */
  @Post(':id/stop')
  @ApiOperation({ operationId: 'stopImport' })
  @RequirePermission('imports:administer')
  @Accepts(ImportResponse, { missing: 'Import', conflict: 'It is not running' })
  stop(@Context() context: RequestContext, @Id() id: string): Promise<ImportResponse> {
    return this.imports.stopImport(context, id);
  }

  /** Deletes what it made and nobody has changed or used since. */
  @Post(':id/undo')
  @ApiOperation({ operationId: 'undoImport' })
  @RequirePermission('imports:administer')
  @Accepts(ImportResponse, {
    missing: 'Import',
    conflict: 'It is neither done nor failed nor stopped, or ended more than 30 days ago',
  })
  undo(@Context() context: RequestContext, @Id() id: string): Promise<ImportResponse> {
    return this.imports.undoImport(context, id);
  }
}
