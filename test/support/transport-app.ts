import { setTimeout as delay } from 'node:timers/promises';
import { All, Body, Controller, Delete, Get, HttpCode, Module, Param, Post, Req, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { pino } from 'pino';
import type { Configuration } from '../../src/config/configuration.js';
import { createFastifyAdapter } from '../../src/core/transport/fastify-adapter.js';
import { configureTransport } from '../../src/core/transport/transport.js';

@Controller()
class TransportController {
  @Get('api/health')
  health() {
    return { status: 'ok' };
  }

  @Get('api/whoami')
  whoami(@Req() request: FastifyRequest) {
    return { ip: request.ip };
  }

  @Get('api/slow/:milliseconds')
  async slow(@Param('milliseconds') milliseconds: string) {
    await delay(Number(milliseconds));
    return 'x'.repeat(1_000_000);
  }

  @Get('api/things/:id')
  thing(@Param('id') id: string) {
    return { id };
  }

  @Post('api/bodies')
  @HttpCode(200)
  post(@Req() { bodyError }: FastifyRequest, @Body() body: unknown) {
    return { body: body ?? null, bodyError: bodyError ?? null };
  }

  @Delete('api/bodies')
  delete(@Req() { bodyError }: FastifyRequest, @Body() body: unknown) {
    return { body: body ?? null, bodyError: bodyError ?? null };
  }

  @All('*')
  unmatched(@Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    void reply.code(404).send({ success: false, error: { code: 'NOT_FOUND', message: 'x', traceId: request.id } });
  }
}

@Module({ controllers: [TransportController] })
class TransportTestModule {}

/** An application with nothing but the transport: what its routes see of a request is what they answer. */
export class TransportApp {
  /** Client addresses of the requests that were counted because they could not be read. */
  readonly counted: string[] = [];
  private app: NestFastifyApplication;

  static async start(configuration: Configuration): Promise<TransportApp> {
    const started = new TransportApp();
    const adapter = await createFastifyAdapter(configuration, pino({ level: 'silent' }));
    started.app = await NestFactory.create<NestFastifyApplication>(TransportTestModule, adapter, {
      bodyParser: false,
      logger: false,
    });
    configureTransport(adapter, configuration, {
      countRefusedRequest: (address) => {
        started.counted.push(address);
        return { 'X-RateLimit-Limit': '600' };
      },
    });
    await started.app.listen(configuration.port, configuration.host);
    return started;
  }

  get port(): number {
    return (this.app.getHttpServer().address() as { port: number }).port;
  }

  get server() {
    return this.app.getHttpServer();
  }

  close(): Promise<void> {
    return this.app.close();
  }
}
