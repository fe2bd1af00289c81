import type { Writable } from 'node:stream';
import { Command, CommanderError, InvalidArgumentError } from 'commander';
import { type CsvFile, readCsvFile } from './csv-file.js';
import { ImportClient } from './import-client.js';
import type { FieldResponse } from '../../../sdk/src/sdk.js';
import { withOwnColumns } from './own-columns.js';
import { Progress } from './progress.js';
import { type ImportResult, TaskImport } from './task-import.js';

interface ImportOptions {
  url: string;
  token: string;
  project: string;
  insecure: boolean;
  concurrency: number;
}

/** The result goes to `stdout`; warnings, progress and errors to `stderr`. */
interface Streams {
  stdout: Writable;
  stderr: Writable;
}

const EXIT = { complete: 0, someRefused: 1, failed: 2 } as const;

/**
 * Longer than the service waits for its database before it gives up (5 s): what a request without an
 * answer still does is done by then.
 */
const ROUND_DELAY_MS = 6_000;

/**
 * Runs the command with the arguments that follow its name.
 *
 * @returns the exit code: 0 every row is in the project, 1 some were refused, 2 wrong usage or stopped early.
 */
export async function runImport(
  commandLine: string[],
  streams: Streams,
  roundDelayMs: number = ROUND_DELAY_MS,
): Promise<number> {
  const command = importCommand(streams);
  try {
    command.parse(commandLine, { from: 'user' });
    const [path = ''] = command.args;
    return await importFile(path, command.opts<ImportOptions>(), streams, roundDelayMs);
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.complete : EXIT.failed;
    streams.stderr.write(`Import failed: ${(error as Error).message}\n`);
    return EXIT.failed;
  }
}

function importCommand({ stdout, stderr }: Streams): Command {
  return new Command('import')
    .description(
      'Creates the tasks of a CSV file through the public API, and their project if it is missing. You can run it again: ' +
        'rows whose task is already in the project are skipped.',
    )
    .argument(
      '<file>',
      'CSV file; columns: title, description, status, priority, estimatedHours or storypoint, dueDate, startDate, and own fields by name or custom.<key>',
    )
    .requiredOption('--url <url>', 'address of the API, such as https://localhost:3443/api', parseUrl)
    .requiredOption('--token <token>', 'API key, or token of a login')
    .requiredOption('--project <key>', 'key of the project')
    .option('--insecure', 'accept a self-signed certificate', false)
    .option('--concurrency <number>', 'requests in flight, 1 to 100', parseConcurrency, 8)
    .configureOutput({ writeOut: (text) => stdout.write(text), writeErr: (text) => stderr.write(text) })
    .exitOverride();
}

function parseUrl(value: string): string {
  if (!/^https?:$/.test(URL.parse(value)?.protocol ?? ''))
    throw new InvalidArgumentError('It must be an http or https URL.');
  return value;
}

function parseConcurrency(value: string): number {
  const concurrency = Number(value);
  if (!Number.isInteger(concurrency) || concurrency < 1 || concurrency > 100) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 100.');
  }
  return concurrency;
}

async function importFile(path: string, options: ImportOptions, streams: Streams, roundDelayMs: number) {
  const given = await readCsvFile(path);
  const progress = new Progress(streams.stderr, given.rows.length);
  const client = new ImportClient({ ...options, onPause: (seconds) => progress.wait(seconds, 'rate limit') });
  let file: CsvFile;
  let result: ImportResult;
  try {
    const projectId = await findOrMakeProject(client, options.project);
    file = given.ignoredColumns.length > 0 ? withOwnColumns(given, await findFields(client, projectId)) : given;
    if (file.ignoredColumns.length > 0) {
      streams.stderr.write(`Warning: columns not imported: ${file.ignoredColumns.join(', ')}\n`);
    }
    result = await new TaskImport(client, file.rows, {
      projectId,
      concurrency: options.concurrency,
      roundDelayMs,
      onProgress: (settled) => progress.update(settled),
      onWait: (reason) => progress.wait(roundDelayMs / 1000, reason),
    }).run();
  } finally {
    progress.stop();
    await client.close();
  }
  return report(file, result, streams);
}

/** The company's own fields that tasks of the project can have. */
function findFields(client: ImportClient, projectId: string): Promise<FieldResponse[]> {
  return client.call((api) => api.listFields({ query: { projectId: [projectId] } }));
}

async function findOrMakeProject(client: ImportClient, key: string): Promise<string> {
  const projects = await client.call((api) => api.listProjects({ query: { search: key } }));
  const project = projects.find((candidate) => candidate.key === key);
  return (project ?? (await client.call((api) => api.createProject({ body: { name: key, key } })))).id;
}

function report(file: CsvFile, result: ImportResult, { stdout, stderr }: Streams): number {
  const { made, skipped, unsent, failure } = result;
  const refused = [...file.refused, ...result.refused].sort((a, b) => a.line - b.line);
  const rows = file.rows.length + file.refused.length;
  stdout.write(`${rows} rows: ${made} made, ${skipped} skipped (already in the project), ${refused.length} refused\n`);
  for (const { line, reason } of refused) stdout.write(`line ${line}: ${reason}\n`);
  if (unsent > 0) stdout.write(`${unsent} rows were not made: run the import again to go on\n`);
  if (failure) {
    stderr.write(`Import stopped: ${failure.message}\n`);
    return EXIT.failed;
  }
  return refused.length > 0 ? EXIT.someRefused : EXIT.complete;
}
