// Prints the path of a Chromium: an installed one, else the one inside the npm package; nothing where there is none.
import { accessSync, constants, mkdtempSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

const isRunnable = (path) => {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
};

const installed = (process.env.PATH ?? '')
  .split(delimiter)
  .flatMap((folder) => NAMES.map((name) => join(folder, name)))
  .find(isRunnable);

/** Several processes may unpack it at once: each does so in a folder of its own, and that of the first is kept. */
async function packaged() {
  const place = join(tmpdir(), 'unpacked-chromium');
  const path = join(place, 'chromium');
  if (isRunnable(path)) return path;
  const own = mkdtempSync(join(tmpdir(), 'unpacking-chromium-'));
  process.env.TMPDIR = own;
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    if (!isRunnable(path)) renameSync(own, place);
  } catch {
    // There is none for this machine, or another process was faster.
  }
  rmSync(own, { recursive: true, force: true });
  return isRunnable(path) ? path : '';
}

process.stdout.write(installed ?? (await packaged()));
