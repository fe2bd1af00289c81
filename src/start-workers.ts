import type { Server } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Configuration } from '#config/configuration.js';
import { serveMetrics } from '#core/metrics/metrics-server.js';
import { TotalMetrics } from '#core/metrics/total-metrics.js';
import { Processes } from '#core/processes/processes.js';
import { ParentCounting } from '#core/rate-limit/parent-rate-limit.store.js';
import { WorkerError } from './explain-error.js';
import { type OpenDatabase, openDatabase } from './open-database.js';
import type { RunningService } from './start-service.js';
import type { StartAnswer, Started, StartOrder } from './worker.js';

/**
 * Starts the database, when it is the embedded one, and `WORKERS` processes on it that share the port. This
 * process serves no requests: it counts for the others, adds up their metrics and replaces those that die.
 *
 * @throws ConfigurationError, EmbeddedDatabaseError, WorkerError what the operator can mend, said in one line.
 */
export async function startWorkers(configuration: Configuration, logger: Logger): Promise<RunningService> {
  const database = await openDatabase(configuration, logger);
  const metrics = new TotalMetrics();
  let metricsServer: Server | null = null;
  try {
    metricsServer = await serveMetrics(configuration, metrics);
    const processes = await startProcesses(configuration, database, metrics, logger);
    const stop = async () => {
      await processes.stop();
      await database.stop();
    };
    return { ...processes.first, databaseFolder: database.folder, stop };
  } catch (error) {
    metricsServer?.close();
    await database.stop();
    throw error;
  }
}

function startProcesses(
  { workers }: Configuration,
  { url, folder }: OpenDatabase,
  metrics: TotalMetrics,
  logger: Logger,
): Promise<Processes<Started>> {
  const counting = new ParentCounting();
  return Processes.start({
    count: workers,
    file: fileURLToPath(new URL('worker.js', import.meta.url)),
    logger,
    start: async (child, isFirst) => {
      counting.serve(child);
      const order: StartOrder = { databaseUrl: url, databaseFolder: folder, mayMakeDemo: isFirst && folder !== null };
      const answer = await child.ask<StartAnswer>('start', order);
      if ('failure' in answer) throw new WorkerError(answer.failure);
      metrics.include(child);
      return answer;
    },
    onLost: (child) => metrics.keep(child),
  });
}
