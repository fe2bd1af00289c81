import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { runImport } from '../../src/cli/import/import-command.js';
import { temporaryFolder } from './temporary-folder.js';

/** Milliseconds between two rounds; the command itself gives a service longer to come back. */
const ROUND_DELAY = 1;

export interface ImportRun {
  exitCode: number;
  stdout: string;
  stderr: string;
}

/** Runs the import command; `terminal` says whether its progress goes to one. */
export async function runImportCommand(commandLine: string[], { terminal = false } = {}): Promise<ImportRun> {
  const stdout = new PassThrough();
  const stderr = Object.assign(new PassThrough(), { isTTY: terminal });
  const exitCode = await runImport(commandLine, { stdout, stderr }, ROUND_DELAY);
  return { exitCode, stdout: await text(stdout.end()), stderr: await text(stderr.end()) };
}

/** Runs the import command on a file of that content. */
export async function importContent(
  content: string,
  options: string[],
  output: { terminal?: boolean } = {},
): Promise<ImportRun> {
  const path = join(temporaryFolder(), 'tasks.csv');
  await writeFile(path, content);
  return runImportCommand([...options, path], output);
}
