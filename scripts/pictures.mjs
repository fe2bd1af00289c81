// `npm run pictures`: starts the service with its demo company in a folder of its own, and writes the pictures of the README and
// of the guides to docs/pictures.
import './node-version.mjs';
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright-core';
import sharp from 'sharp';

const ROOT = dirname(import.meta.dirname);
const PICTURES = join(ROOT, 'docs/pictures');
const SIZE = { width: 1280, height: 760 };

/**
 * The address, the element to wait for before the picture is taken, and the actions before it. In this order: the run of a
 * colleague would be seen in the inbox.
 */
const SCREENS = {
  'my-work': {
    address: '/',
    sees: (page) => page.getByRole('region', { name: 'Waiting for you' }).getByRole('listitem').first(),
  },
  inbox: {
    address: '/inbox',
    act: (page) => page.getByRole('region', { name: 'Entries' }).getByText('WEB-21').click(),
    sees: (page) => page.getByRole('region', { name: 'Task' }).getByRole('combobox', { name: 'Status' }),
  },
  board: { address: '/projects/WEB/board', sees: (page) => page.getByRole('article').first() },
  task: {
    address: '/projects/WEB/board?task=WEB-7',
    sees: (page) => page.getByRole('region', { name: 'Activity' }).getByRole('listitem').first(),
  },
  list: { address: '/projects/WEB/list?group=priority', sees: (page) => page.getByRole('heading', { name: 'High' }) },
  filter: {
    address: '/projects/WEB/list',
    act: (page) => page.getByRole('combobox', { name: 'Filter' }).pressSequentially('priority >= High and assignee = '),
    sees: (page) => page.getByRole('listbox', { name: 'Completions' }),
  },
  planning: { address: '/projects/WEB/planning', sees: (page) => page.getByText(/^Mean of the last/) },
  timeline: {
    address: '/projects/WEB/timeline',
    sees: (page) => page.getByText('WEB-7').first(),
  },
  calendar: { address: '/projects/WEB/calendar', sees: (page) => page.getByText('WEB-7').first() },
  recurring: {
    address: '/projects/WEB/settings',
    act: async (page) => {
      await page.getByRole('button', { name: 'New recurring task' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill('Look at old tasks');
      await page.getByRole('dialog').getByLabel('Title').fill('Look at old tasks, week {{week}}');
    },
    sees: (page) => page.getByRole('dialog').getByRole('listitem').nth(4),
  },
  code: { address: '/settings/code', sees: (page) => page.getByRole('table', { name: 'Connections' }) },
  insights: {
    address: '/projects/WEB/insights',
    sees: (page) => page.getByRole('img', { name: 'Created and completed' }).locator('canvas'),
  },
  agents: { address: '/agents', sees: (page) => page.getByRole('region', { name: 'To review' }).getByText('WEB-22') },
  palette: {
    address: '/projects/WEB/board',
    isDark: true,
    act: async (page) => {
      await page.getByRole('article').first().waitFor();
      await page.keyboard.press('Control+k');
    },
    sees: (page) => page.getByRole('dialog', { name: 'Command palette' }).getByRole('option').first(),
  },
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
  for (const [name, { address, isDark, act, sees }] of Object.entries(SCREENS)) {
    await page.emulateMedia({ colorScheme: isDark ? 'dark' : 'light' });
    await page.goto(address);
    await act?.(page);
    await sees(page).waitFor();
    await page.locator('.animate-pulse').first().waitFor({ state: 'detached' });
    await page.mouse.move(0, SIZE.height);
    // The colours of a screen are few: a palette of them takes a third of the bytes.
    await sharp(await page.screenshot())
      .png({ palette: true, effort: 10 })
      .toFile(join(PICTURES, `${name}.png`));
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
