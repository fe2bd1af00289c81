import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { Injectable, Logger, OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Configuration } from '../../config/configuration.js';
import { ConfigurationError } from '../../config/configuration-error.js';
import { Metrics } from './metrics.js';

/** GET /metrics on `METRICS_PORT`, never on the public port (decisions 12). */
@Injectable()
export class MetricsServer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(MetricsServer.name);
  private server: Server | null = null;

  constructor(
    private readonly configuration: Configuration,
    private readonly metrics: Metrics,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    const { metricsPort, host } = this.configuration;
    if (metricsPort === null) return;
    this.server = createServer((request, response) => {
      if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
        response.writeHead(404).end();
        return;
      }
      this.metrics.text().then(
        ({ body, contentType }) => response.writeHead(200, { 'Content-Type': contentType }).end(body),
        (error: unknown) => {
          this.logger.warn(`No metrics: ${(error as Error).message}`);
          response.writeHead(503).end();
        },
      );
    });
    this.server.listen(metricsPort, host);
    await once(this.server, 'listening').catch((error: unknown) => {
      throw new ConfigurationError(`METRICS_PORT: ${metricsPort} cannot be used (${(error as Error).message})`);
    });
  }

  onApplicationShutdown(): void {
    this.server?.close();
    this.server?.closeAllConnections();
  }
}
