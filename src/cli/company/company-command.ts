import type { Writable } from 'node:stream';
import { Command, CommanderError } from 'commander';
import { pino } from 'pino';
import { ConflictError } from '#common/errors/app-error.js';
import { loadConfiguration, loadEnvironmentFile } from '#config/configuration.js';
import { explainError } from '../../explain-error.js';
import type { OperatorService } from '#modules/operator/operator.service.js';
import { withOperator } from '../user/operator-context.js';
import { oneLine } from '../user/table.js';

/** Results go to `stdout`, errors to `stderr`. */
interface Streams {
  stdout: Writable;
  stderr: Writable;
}

/** Writes nothing: the command itself tells the operator what goes wrong. */
const logger = pino({ level: 'silent' });

const EXIT = { done: 0, refused: 1, wrongUsage: 2 } as const;

/** What the command cannot do, said in one line. */
class Refusal extends Error {}

/**
 * Runs the command with the arguments that follow its name.
 *
 * @returns the exit code: 0 done, 1 refused or failed, 2 wrong usage.
 */
export async function runCompany(commandLine: string[], { stdout, stderr }: Streams): Promise<number> {
  const command = new Command('company')
    .description('Manages what companies prove, and brings them back, whether the service is running or not.')
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .exitOverride();
  command
    .command('trust-domain <companyId> <domain>')
    .description('take a domain for that of a company, without the TXT record')
    .action(async (id: string, domain: string) => {
      loadEnvironmentFile();
      stdout.write(`${await withOperator(loadConfiguration(), logger, (operator) => trust(operator, id, domain))}\n`);
    });
  command
    .command('restore <companyId>')
    .description('bring back a company that an OWNER has deleted, as long as it is there')
    .action(async (id: string) => {
      loadEnvironmentFile();
      const logger = pino({ level: 'silent' });
      stdout.write(`${await withOperator(loadConfiguration(), logger, (operator) => restore(operator, id))}\n`);
    });
  try {
    await command.parseAsync(commandLine, { from: 'user' });
    return EXIT.done;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUsage;
    const isSaid = error instanceof Refusal || error instanceof ConflictError;
    stderr.write(isSaid ? `${error.message}\n` : explainError(error));
    return EXIT.refused;
  }
}

async function restore(operator: OperatorService, id: string): Promise<string> {
  const company = await operator.restoreCompany(id);
  if (!company) throw new Refusal(`No company ${id} waits to be deleted`);
  return `${oneLine(company.name)} is back`;
}

async function trust(operator: OperatorService, id: string, domain: string): Promise<string> {
  if (!/^[a-z0-9.-]+\.[a-z0-9-]+$/i.test(domain)) throw new Refusal(`${domain} is no domain such as example.com`);
  const company = await operator.trustDomain(id, domain, logger);
  if (!company) throw new Refusal(`There is no company ${id}: \`npm run user -- companies\` lists them`);
  return `${domain.toLowerCase()} is a domain of ${oneLine(company.name)}`;
}
