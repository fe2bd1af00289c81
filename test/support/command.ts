import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { noting } from './service-process.js';

const COMMANDS = join(__dirname, '../../dist/src/cli');

export interface CommandRun {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a built command as an operator does, in a folder and with nothing in its environment but what is given. */
export async function runCommand(
  name: string,
  commandLine: string[],
  { folder, environment = {}, input = '' }: { folder: string; environment?: Record<string, string>; input?: string },
): Promise<CommandRun> {
  const child = spawn(process.execPath, [join(COMMANDS, `${name}.js`), ...commandLine], {
    cwd: folder,
    env: { ...noting(), PATH: process.env['PATH'], ...environment },
  });
  child.stdin.end(input);
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { code: await ended, stdout, stderr };
}
