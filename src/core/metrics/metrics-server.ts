import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import { Injectable, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Configuration } from '#config/configuration.js';
import { ConfigurationError } from '#config/configuration-error.js';
import { closeAfterEarlyAnswers } from '../transport/early-answers.js';
import { Metrics, type MetricsText } from './metrics.js';

/** GET /metrics on `METRICS_PORT`, never on the public port; of several processes their parent serves it. */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private server: Server | null = null;

  constructor(
    private readonly configuration: Configuration,
    private readonly metrics: Metrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.configuration.workers === 1) this.server = await serveMetrics(this.configuration, this.metrics);
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}

/**
 * Serves what `metrics` shows, if there is a port for it.
 *
 * @throws ConfigurationError when the port cannot be used.
 */
export async function serveMetrics(
  { metricsPort, host }: Configuration,
  metrics: { text(): Promise<MetricsText> },
): Promise<Server | null> {
  if (metricsPort === null) return null;
  const serve: RequestListener = (request, response) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.text().then(
      ({ body, contentType }) => response.writeHead(200, { 'Content-Type': contentType }).end(body),
      () => response.writeHead(503).end(),
    );
  };
  const server = createServer(closeAfterEarlyAnswers(serve));
  server.listen(metricsPort, host);
  await once(server, 'listening').catch((error: unknown) => {
    throw new ConfigurationError(`METRICS_PORT: ${metricsPort} cannot be used (${(error as Error).message})`);
  });
  return server;
}
