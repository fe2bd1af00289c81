import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page } from 'playwright-core';
import { createCompany, type TestCompany, type TestUser } from '../factories/company.factory.js';
import { chromiumPath, launchChromium } from './chromium.js';
import { buildService } from './service-process.js';
import { eventually, HANGS_AFTER } from './eventually.js';
import { startTestService, type TestService } from './test-service.js';

const ROOT = join(__dirname, '../..');
/** The built console. */
export const CONSOLE_FILES = join(ROOT, 'console/dist');
const PHONE = { width: 390, height: 844 };
const SCREEN = { width: 1280, height: 800 };

const path = chromiumPath(ROOT);

/** A suite in a browser; skipped by name where no Chromium can be had. */
export const describeConsole: typeof describe = path === '' ? describe.skip : describe;

/** What a page must never show: errors of its console, violations of its policy, requests that fail. */
interface Watch {
  problems: string[];
  /** Statuses that the test provokes. */
  expected: Set<number>;
}

const watches = new WeakMap<Page, Watch>();

/** The console, served by the real service over HTTPS, with a company and a browser. */
export class ConsoleTest {
  private constructor(
    readonly service: TestService,
    private readonly served: TestService,
    private readonly browser: Browser,
    readonly company: TestCompany,
  ) {}

  static async start(overrides?: Parameters<typeof startTestService>[0]): Promise<ConsoleTest> {
    buildService();
    // The tests prepare things over the one, the browser talks to the other, both on one database.
    const service = await startTestService(overrides);
    const tls = { mode: 'self-signed', certificateFile: '', keyFile: '' } as const;
    const served = await startTestService({ ...overrides, tls, consoleDirectory: CONSOLE_FILES }, service.database);
    const { publicUrl } = served.configuration;
    const port = new URL(served.baseUrl).port;
    const browser = await launchChromium(path, [
      `--host-resolver-rules=MAP ${new URL(publicUrl).hostname}:443 127.0.0.1:${port}`,
    ]);
    return new ConsoleTest(service, served, browser, await createCompany(service.api));
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.served.stop();
    await this.service.stop();
  }

  get origin(): string {
    return `https://localhost:${new URL(this.served.baseUrl).port}`;
  }

  /** The address in mails and passkeys, which leads this browser to the service, too. */
  get publicUrl(): string {
    return this.served.configuration.publicUrl;
  }

  /** Where the service writes its mail. */
  get dataDirectory(): string {
    return this.served.configuration.dataDirectory;
  }

  /** A browser of its own, signed in as the user, if any, at the address. */
  async open(
    address: string,
    user?: TestUser,
    { phone = false, ...options }: BrowserContextOptions & { phone?: boolean } = {},
  ): Promise<Page> {
    const context = await this.browser.newContext({
      ignoreHTTPSErrors: true,
      baseURL: this.origin,
      viewport: phone ? PHONE : SCREEN,
      ...(phone && { hasTouch: true, isMobile: true }),
      reducedMotion: 'reduce',
      ...options,
    });
    if (user) {
      const { email, password } = user;
      await context.request.post('/api/session', { data: { email, password } });
    }
    const page = await context.newPage();
    page.setDefaultTimeout(HANGS_AFTER);
    watch(page);
    await page.goto(address);
    return page;
  }
}

function watch(page: Page): void {
  const seen: Watch = { problems: [], expected: new Set() };
  watches.set(page, seen);
  page.on('pageerror', (error) => seen.problems.push(String(error)));
  page.on('console', (message) => {
    if (message.type() !== 'error') return;
    const status = Number(/status of (\d{3})/.exec(message.text())?.[1]);
    if (!seen.expected.has(status)) seen.problems.push(message.text());
  });
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // A page that goes on cancels what it no longer needs.
    if (!reason.includes('ERR_ABORTED')) seen.problems.push(`${request.method()} ${request.url()}: ${reason}`);
  });
}

/** The refusals with this status are what the test is about. */
export function expectStatus(page: Page, ...statuses: number[]): void {
  for (const status of statuses) watches.get(page)?.expected.add(status);
}

/** No error, no violation of the policy, no failed request since the page was opened; closes it. */
export async function closeClean(page: Page): Promise<void> {
  const problems = watches.get(page)?.problems ?? [];
  await page.context().close();
  expect(problems).toEqual([]);
}

/** Sets a property of the task that is shown: opens its list, and chooses from it. */
export async function chooseProperty(page: Page, property: string, option: string): Promise<void> {
  await page.getByRole('combobox', { name: property }).click();
  await page.getByRole('option', { name: option, exact: true }).click();
}

/** Drags what is pointed at, once what it takes to drag is loaded. */
export async function drag(from: Locator, to: Locator, at?: { x: number; y: number }): Promise<void> {
  await from.hover();
  await from.and(from.page().locator('[draggable=true]')).waitFor();
  await from.dragTo(to, { ...(at && { targetPosition: at }) });
}

const AXE = readFileSync(join(ROOT, 'node_modules/axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const NO_TRANSITION = 'document.getAnimations().every((animation) => !(animation instanceof CSSTransition))';

/** axe-core finds nothing, in light and in dark. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.evaluate(AXE);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Colours on their way from light to dark have no contrast to speak of.
    await eventually('they have arrived', () => page.evaluate<boolean>(NO_TRANSITION));
    const found = await page.evaluate(async (values) => {
      const { axe } = globalThis as unknown as {
        axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
      };
      const { violations } = await axe.run({ runOnly: { type: 'tag', values } });
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    }, RULES);
    expect([colorScheme, found]).toEqual([colorScheme, []]);
  }
  await page.emulateMedia({ colorScheme: null });
}

interface Violation {
  id: string;
  nodes: { html: string }[];
}
