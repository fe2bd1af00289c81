import { Controller, Get, Req } from '@nestjs/common';
import { Returns } from '#common/http/outcomes.decorator.js';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { SkipThrottle } from '@nestjs/throttler';
import type { FastifyRequest } from 'fastify';
import { Public } from '../access/access.decorators.js';
import { anonymousContext } from '../access/anonymous-context.js';
import { Database } from '../database/database.js';
import { HealthResponse } from './health.dto.js';

/** Health of this instance: alive, and able to serve. */
@ApiTags('health')
@Controller('health')
@Public()
@SkipThrottle()
export class HealthController {
  constructor(private readonly database: Database) {}

  /** The process answers. */
  @Get()
  @ApiOperation({ operationId: 'getHealth' })
  @Returns(HealthResponse)
  alive(): HealthResponse {
    return { status: 'ok' };
  }

  /** The database and the queue in it answer; 503 when they do not. */
  @Get('ready')
  @ApiOperation({ operationId: 'getReadiness' })
  @Returns(HealthResponse)
  async ready(@Req() request: FastifyRequest): Promise<HealthResponse> {
    await this.database.row(anonymousContext(request), { text: 'SELECT FROM webhook_deliveries LIMIT 0' });
    return { status: 'ok' };
  }
}
