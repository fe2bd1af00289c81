import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';

describeConsole('about', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('says to every role what this is and where programs find it', async () => {
    const { viewer } = test.company;
    const { version } = (await test.service.api.get('/openapi.json')).body.info ?? {};
    const page = await test.open('/settings/profile', viewer);
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'About' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'About' }).waitFor();
    const main = page.getByRole('main');
    await main.getByText(version ?? /^\d+\.\d+\.\d+/, { exact: true }).waitFor();
    const { name } = (await viewer.api.get('/company')).body;
    await main.getByText(String(name), { exact: true }).waitFor();
    for (const path of ['/api', '/api/mcp', '/api/docs'])
      await main.getByText(`${test.origin}${path}`, { exact: true }).waitFor();
    await expectAccessible(page);
    await closeClean(page);
  });

  it('says that reading failed, and reads again', async () => {
    const page = await test.open('/', test.company.viewer, { phone: true });
    expectStatus(page, 500);
    let isBroken = true;
    await page.route('**/api/company', (route) =>
      isBroken
        ? route.fulfill({ status: 500, json: { success: false, error: { message: 'Broken', details: null } } })
        : route.continue(),
    );
    await page.goto('/settings/about');
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    isBroken = false;
    await again.click();
    await page.getByText(`${test.origin}/api/mcp`).waitFor();
    await closeClean(page);
  });
});
