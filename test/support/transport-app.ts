import type { AddressInfo } from 'node:net';
import {
  All,
  Body,
  Controller,
  Delete,
  type DynamicModule,
  Get,
  HttpCode,
  Module,
  Param,
  Post,
  Req,
} from '@nestjs/common';
import { APP_FILTER, NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { NotFoundError } from '#common/errors/app-error.js';
import { AppExceptionFilter } from '#common/errors/app-exception.filter.js';
import { Configuration, loadConfiguration } from '#config/configuration.js';
import { createFastifyAdapter } from '#core/transport/fastify-adapter.js';
import { ConcurrencyLimit } from '#core/concurrency-limits/concurrency-limit.js';
import { configureTransport } from '#core/transport/transport.js';
import { eventually } from './eventually.js';
import { temporaryFolder } from './temporary-folder.js';

@Controller()
class TransportController {
  /** Let the requests go on that `hold` keeps. */
  readonly releases: (() => void)[] = [];

  @Get('api/health')
  health() {
    return { status: 'ok' };
  }

  @Get('api/client')
  client(@Req() { ip }: FastifyRequest) {
    return { ip };
  }

  @Get('api/held')
  async hold() {
    await new Promise<void>((resolve) => this.releases.push(resolve));
    return 'x'.repeat(1_000_000);
  }

  @Get('api/things/:id')
  thing(@Param('id') id: string) {
    return { id };
  }

  @Post('api/bodies')
  @HttpCode(200)
  create(@Req() { bodyError }: FastifyRequest, @Body() body: unknown) {
    return { body, bodyError: bodyError?.message };
  }

  @Delete('api/bodies')
  remove(@Req() { bodyError }: FastifyRequest, @Body() body: unknown) {
    return { body, bodyError: bodyError?.message };
  }

  @All('*')
  unmatched(): never {
    throw new NotFoundError('Route');
  }
}

@Module({ controllers: [TransportController] })
class TransportTestModule {
  static with(configuration: Configuration): DynamicModule {
    const providers = [
      { provide: Configuration, useValue: configuration },
      { provide: APP_FILTER, useClass: AppExceptionFilter },
    ];
    return { module: TransportTestModule, providers };
  }
}

/** An application with only the transport. Its routes answer with the request as they see it. */
export class TransportApp {
  /** Client addresses of the requests that were counted although they could not be read. */
  readonly counted: string[] = [];
  private app: NestFastifyApplication;

  private constructor(readonly dataDirectory: string) {}

  /** Starts it with what `environment` sets, on a free port. */
  static async start(environment: Record<string, string> = {}): Promise<TransportApp> {
    const started = new TransportApp(environment.DATA_DIR ?? temporaryFolder());
    const configuration = loadConfiguration({ PORT: '0', DATA_DIR: started.dataDirectory, ...environment });
    const adapter = await createFastifyAdapter(configuration, pino({ level: 'silent' }));
    started.app = await NestFactory.create<NestFastifyApplication>(TransportTestModule.with(configuration), adapter, {
      bodyParser: false,
      logger: false,
    });
    configureTransport(adapter, configuration, {
      countRefusedRequest: async (clientAddress) => {
        started.counted.push(clientAddress);
        return { headers: { 'X-RateLimit-Limit': '600' } };
      },
      bodySlots: new ConcurrencyLimit({ slots: 4 }),
    });
    await started.app.listen(configuration.port, configuration.host);
    return started;
  }

  get server() {
    return this.app.getHttpServer();
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Resolves once a request to `/api/held` has come, which waits until it is released. */
  holds(): Promise<void> {
    return eventually('a request is held', () => this.releases.length > 0);
  }

  release(): void {
    for (const release of this.releases.splice(0)) release();
  }

  /** Closes it as the service does when it stops. */
  stop(): Promise<void> {
    return this.app.close();
  }

  private get releases() {
    return this.app.get(TransportController).releases;
  }
}
