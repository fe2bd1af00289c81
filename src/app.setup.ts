import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Logger } from 'pino';
import { AppModule } from './app.module.js';
import { BASE_PATH } from '#common/http/base-path.js';
import type { Configuration } from '#config/configuration.js';
import { AuthenticationGuard } from '#core/access/authentication.guard.js';
import { serveConsole } from '#core/console/serve-console.js';
import { Hooks } from '#core/hooks/hooks.js';
import { NestLogger } from '#core/logging/nest-logger.js';
import { logRequests } from '#core/logging/request-log.js';
import { Metrics } from '#core/metrics/metrics.js';
import { measureRequests } from '#core/metrics/request-metrics.js';
import { serveOpenApi } from '#core/openapi/openapi.js';
import { anonymousClient } from '#core/rate-limit/rate-limit.js';
import { RateLimiter } from '#core/rate-limit/rate-limiter.js';
import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import { createFastifyAdapter } from '#core/transport/fastify-adapter.js';
import { noticeHangUps } from '#core/transport/hang-up.js';
import { configureTransport } from '#core/transport/transport.js';

/** The whole service, ready to listen: what `main.ts` starts is what the tests talk to. */
export async function createApplication(
  configuration: Configuration,
  databaseUrl: string,
  logger: Logger,
): Promise<NestFastifyApplication> {
  const adapter = await createFastifyAdapter(configuration, logger);
  const app = await NestFactory.create<NestFastifyApplication>(AppModule.with(configuration, databaseUrl), adapter, {
    bodyParser: false,
    logger: new NestLogger(logger),
    abortOnError: false,
  });
  app.get(Hooks).ensureAllFound();
  app.setGlobalPrefix(BASE_PATH, { exclude: ['\\*', '.well-known/{*path}'] });
  const limiter = app.get(RateLimiter);
  configureTransport(adapter, configuration, {
    countRefusedRequest: (clientAddress) => limiter.count('api-read', anonymousClient(clientAddress)),
    bodySlots: app.get(ConcurrencyLimits).create('bodies', { slots: 64 }),
  });
  app.get(AuthenticationGuard).registerEarly(adapter.getInstance());
  noticeHangUps(adapter.getInstance());
  logRequests(adapter.getInstance());
  measureRequests(adapter.getInstance(), app.get(Metrics));
  const { consoleDirectory } = configuration;
  if (consoleDirectory !== null) serveConsole(adapter.getInstance(), consoleDirectory, configuration);
  serveOpenApi(app);
  await app.init();
  return app;
}
