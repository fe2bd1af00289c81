import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { type Browser, chromium } from 'playwright-core';

/** A Chromium of this machine, by the repository's folder; empty where none can be had. */
export function chromiumPath(root: string): string {
  const program = join(root, 'test/support/chromium-path.mjs');
  return spawnSync(process.execPath, [program], { encoding: 'utf8' }).stdout;
}

/**
 * Already in its sockets: by `ignoreHTTPSErrors` alone each request with a self-signed certificate begins anew once, and when
 * many connect at once again and again, until it ends as ERR_TOO_MANY_RETRIES.
 */
const IGNORE_CERTIFICATES = '--ignore-certificate-errors';

export const launchChromium = (path: string, further: string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: path,
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', '--lang=en-US', IGNORE_CERTIFICATES, ...further],
  });
