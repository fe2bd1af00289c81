import type { Logger } from 'pino';
import type { Configuration } from '#config/configuration.js';
import { OperatorModule } from '#modules/operator/operator.module.js';
import { OperatorService } from '#modules/operator/operator.service.js';
import { withModule } from '../command-context.js';

/**
 * Gives `work` the operations on the service's database.
 *
 * @throws ConfigurationError, EmbeddedDatabaseError what the operator can mend, said in one line.
 */
export function withOperator<Result>(
  configuration: Configuration,
  logger: Logger,
  work: (operator: OperatorService) => Promise<Result>,
): Promise<Result> {
  return withModule(configuration, logger, OperatorModule, (get) => work(get(OperatorService)));
}
