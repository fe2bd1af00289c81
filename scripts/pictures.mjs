// `npm run pictures`: starts the service with its demo company in a folder of its own, and writes the pictures of the README to
// docs/pictures.
import './node-version.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';

const ROOT = dirname(import.meta.dirname);
const PICTURES = join(ROOT, 'docs/pictures');
const SIZE = { width: 1280, height: 760 };

/** The address, the element to wait for before the picture is taken, and the actions before it. */
const SCREENS = {
  board: { address: '/projects/WEB/board', sees: (page) => page.getByRole('article').first() },
  planning: { address: '/projects/WEB/planning', sees: (page) => page.getByText(/^Mean of the last/) },
  preview: {
    address: '/colleagues',
    act: async (page) => {
      await page.getByRole('link', { name: 'Stella' }).click();
      await page.getByRole('button', { name: 'Preview' }).click();
    },
    sees: (page) => page.getByRole('dialog', { name: 'Preview' }).getByRole('listitem').first(),
  },
  colleague: {
    address: '/colleagues',
    act: async (page) => {
      await page.getByRole('link', { name: 'Stella' }).click();
      await page.getByRole('button', { name: 'Run now' }).click();
      await page.getByRole('region', { name: 'Runs', exact: true }).getByRole('link').first().waitFor();
      await page.getByRole('region', { name: 'Runs', exact: true }).evaluate((region) => region.scrollIntoView());
    },
    sees: (page) => page.getByRole('region', { name: 'Runs', exact: true }).getByRole('link').first(),
  },
  statistics: {
    address: '/colleagues',
    act: (page) => page.getByRole('link', { name: 'Stella' }).click(),
    sees: (page) => page.getByRole('region', { name: 'Rules' }).getByRole('row').nth(1),
  },
};

const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

async function startService(folder) {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), DATA_DIR: folder, DEMO: 'on', LOG_LEVEL: 'warn' };
  const service = spawn(process.execPath, [join(ROOT, 'dist/src/main.js')], {
    env,
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => service.once('exit', resolve));
  for await (const line of createInterface(service.stdout)) if (line.includes('Demo login')) break;
  service.stdout.resume();
  return { origin: `https://localhost:${port}`, stop: () => service.kill() && ended };
}

async function takePictures(origin, login) {
  const executablePath = spawnSync(process.execPath, [join(ROOT, 'test/support/chromium-path.mjs')]).stdout.toString();
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
  const options = {
    baseURL: origin,
    ignoreHTTPSErrors: true,
    viewport: SIZE,
    reducedMotion: 'reduce',
    locale: 'en-US',
  };
  const page = await (await browser.newContext(options)).newPage();
  await page.request.post('/api/session', { data: login });
  for (const [name, { address, act, sees }] of Object.entries(SCREENS)) {
    await page.goto(address);
    await act?.(page);
    await sees(page).waitFor();
    await page.mouse.move(0, SIZE.height);
    await page.screenshot({ path: join(PICTURES, `${name}.png`) });
  }
  await browser.close();
}

const folder = mkdtempSync(join(tmpdir(), 'pictures-'));
mkdirSync(PICTURES, { recursive: true });
const service = await startService(folder);
try {
  await takePictures(service.origin, JSON.parse(readFileSync(join(folder, 'demo-login.json'), 'utf8')));
} finally {
  await service.stop();
  rmSync(folder, { recursive: true, force: true });
}
