import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeKilledRuns, runFolderPrefix } from '../../support/killed-runs.js';
import { temporaryFolder } from '../../support/temporary-folder.js';

const run = (parent: string, pid?: number) => mkdtempSync(join(parent, runFolderPrefix(pid)));
const waitForGood = ['-e', 'setInterval(() => undefined, 1_000)'];

describe('a run of the tests', () => {
  it('removes the files of one that was killed, and ends its processes', async () => {
    const parent = temporaryFolder();
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    const folder = run(parent, pid);
    writeFileSync(join(folder, 'a file'), 'x');
    const [working, given] = [
      spawn(process.execPath, waitForGood, { cwd: folder }),
      spawn(process.execPath, [...waitForGood, join(folder, 'a file')]),
    ];
    await Promise.all([once(working, 'spawn'), once(given, 'spawn')]);
    const ended = Promise.all([once(working, 'close'), once(given, 'close')]);
    removeKilledRuns(parent);
    await ended;
    expect(existsSync(folder)).toBe(false);
  });

  it('leaves those that run and what is not of a run', () => {
    const parent = temporaryFolder();
    const left = [run(parent), mkdtempSync(join(parent, 'a folder-'))];
    removeKilledRuns(parent);
    expect(left.map((folder) => existsSync(folder))).toEqual([true, true]);
  });
});
