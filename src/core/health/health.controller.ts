import { Controller, Get } from '@nestjs/common';
import { ApiOkResponse, ApiTags } from '@nestjs/swagger';
import { Public } from '../auth/access.decorators.js';
import { Database } from '../database/database.js';
import { NotCounted } from '../rate-limit/rate-limit.decorators.js';
import { HealthResponse } from './health.dto.js';

/** Health of this instance (decisions 12): alive, and able to serve. */
@ApiTags('health')
@Controller('health')
@Public()
@NotCounted()
export class HealthController {
  constructor(private readonly database: Database) {}

  /** The process answers. */
  @Get()
  @ApiOkResponse({ type: HealthResponse })
  alive(): HealthResponse {
    return { status: 'ok' };
  }

  /** The database and the queue in it answer; 503 when they do not. */
  @Get('ready')
  @ApiOkResponse({ type: HealthResponse })
  async ready(): Promise<HealthResponse> {
    await this.database.row({}, { text: 'SELECT FROM webhook_deliveries LIMIT 0' });
    return { status: 'ok' };
  }
}
