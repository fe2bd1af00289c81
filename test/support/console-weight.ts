import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';

/** What a screen may weigh, in KiB. */
export const FIRST_SCREEN_KIB = 130;
export const FURTHER_SCREEN_KIB = 40;

/** The scripts that the page has loaded, by their paths. */
export const scriptsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    performance.getEntriesByType('resource').flatMap(({ name }) => {
      const { pathname } = new URL(name);
      return pathname.endsWith('.js') ? [pathname] : [];
    }),
  );

/** From its next load on, the page fetches nothing before it is asked for: that counts to no screen. */
export async function neverIdle(page: Page): Promise<void> {
  await page.addInitScript('requestIdleCallback = () => 0');
  await page.reload();
}

/** What scripts of the built console weigh with gzip. */
export const kibOf = (folder: string, names: readonly string[]): number =>
  names.reduce((sum, name) => sum + gzipSync(readFileSync(join(folder, name)), { level: 9 }).length, 0) / 1024;
