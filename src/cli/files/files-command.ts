import type { Writable } from 'node:stream';
import { Command, CommanderError, Option } from 'commander';
import { pino } from 'pino';
import {
  type Configuration,
  loadConfiguration,
  loadEnvironmentFile,
  STORE_NAMES,
  type StoreName,
} from '#config/configuration.js';
import { ConfigurationError } from '#config/configuration-error.js';
import { explainError } from '../../explain-error.js';
import { FileUpkeepModule } from '#modules/files/file-upkeep.module.js';
import { FileMove } from '#modules/files/upkeep/file-move.js';
import { FileSweep } from '#modules/files/upkeep/file-sweep.js';
import { FileVerification } from '#modules/files/upkeep/file-verification.js';
import { type Get, withModule } from '../command-context.js';

/** Results go to `stdout`, errors to `stderr`. */
interface Streams {
  stdout: Writable;
  stderr: Writable;
}

const EXIT = { done: 0, failed: 1, wrongUsage: 2 } as const;

/** Writes nothing: the command itself tells the operator what goes wrong. */
const logger = pino({ level: 'silent' });

/**
 * Runs the command with the arguments that follow its name.
 *
 * @returns the exit code: 0 done, 1 failed or something does not fit, 2 wrong usage.
 */
export async function runFiles(commandLine: string[], { stdout, stderr }: Streams): Promise<number> {
  let exitCode: number = EXIT.done;
  const say = (line: string) => void stdout.write(`${line}\n`);
  const run = async (work: (get: Get, configuration: Configuration) => Promise<boolean>) => {
    loadEnvironmentFile();
    const configuration = loadConfiguration();
    const isDone = await withModule(configuration, logger, FileUpkeepModule, (get) => work(get, configuration));
    if (!isDone) exitCode = EXIT.failed;
  };
  const command = new Command('files')
    .description('Looks after the files of all companies, whether the service is running or not.')
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .exitOverride();
  command
    .command('move')
    .description('move all files into another store; run it again if it is broken off')
    .addOption(new Option('--to <store>', 'where to').choices(STORE_NAMES).makeOptionMandatory())
    .action(({ to }: { to: StoreName }) => run((get, configuration) => move(get, configuration, to, say)));
  command
    .command('verify')
    .description('read all files; exits 1 and names each that is missing or not as it was written')
    .action(() => run((get) => verify(get, say)));
  command
    .command('sweep')
    .description('remove what belongs to no file and is older than 24 hours')
    .option('--dry-run', 'list it only')
    .action(({ dryRun = false }: { dryRun?: boolean }) => run((get) => sweep(get, dryRun, say)));
  try {
    await command.parseAsync(commandLine, { from: 'user' });
    return exitCode;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.wrongUsage;
    stderr.write(explainError(error));
    return EXIT.failed;
  }
}

type Say = (line: string) => void;

async function move(get: Get, { files }: Configuration, to: StoreName, say: Say): Promise<boolean> {
  if (to === 's3' && files.s3 === null)
    throw new ConfigurationError('S3_ENDPOINT: set it, S3_BUCKET and the keys first');
  const { moved, cameMeanwhile, problems } = await get(FileMove).moveAll(to);
  for (const problem of problems) say(problem);
  say(`Moved ${counted(moved)} to ${to}; ${cameMeanwhile} of them came meanwhile`);
  return problems.length === 0;
}

async function verify(get: Get, say: Say): Promise<boolean> {
  const { files, broken } = await get(FileVerification).verifyAll(say);
  say(broken === 0 ? `All ${counted(files)} are as they were written` : `${broken} of ${counted(files)} do not fit`);
  return broken === 0;
}

async function sweep(get: Get, isDryRun: boolean, say: Say): Promise<boolean> {
  const count = await get(FileSweep).sweepFiles(isDryRun, say);
  say(isDryRun ? `${counted(count)} would be removed` : `Removed ${counted(count)}`);
  return true;
}

function counted(count: number): string {
  return count === 1 ? '1 file' : `${count} files`;
}
