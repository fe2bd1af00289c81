import { closeClean, ConsoleTest, describeConsole } from '../support/console.js';

describeConsole('the documentation of the API', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('opens from the console with all groups closed, and filters them', async () => {
    const page = await test.open('/settings/api-keys', test.company.viewer);
    await page.getByRole('main').locator('a[href="/api/docs"]').click();
    await page.locator('[data-tag="tasks"]').waitFor();
    expect(await page.locator('[data-tag][data-is-open="true"]').count()).toBe(0);
    await page.locator('[data-tag="Webhooks"]').waitFor();
    expect(await page.locator('.opblock').count()).toBe(0);
    await page.getByPlaceholder('Filter by tag').fill('sprint');
    await page.locator('[data-tag="tasks"]').waitFor({ state: 'detached' });
    expect(await page.locator('[data-tag]').count()).toBe(1);
    await page.getByPlaceholder('Filter by tag').fill('');
    await page.locator('[data-tag="Webhooks"]').click();
    await page.locator('[id$="onTaskCreated"]').waitFor();
    await closeClean(page);
  });

  it('sends requests in the session of the console, and forgets a typed token at a reload', async () => {
    const { viewer, member } = test.company;
    const page = await test.open('/api/docs', viewer);
    const tryMe = async () => {
      await page.locator('[data-tag="me"]').click();
      const operation = page.locator('#operations-me-getMe');
      await operation.locator('.opblock-summary-control').click();
      await operation.getByRole('button', { name: 'Try it out' }).click();
      const answer = page.waitForResponse((response) => response.url().endsWith('/api/me'));
      await operation.getByRole('button', { name: 'Execute' }).click();
      return ((await (await answer).json()) as { email: string }).email;
    };
    await page.getByRole('button', { name: 'Authorize' }).click();
    const dialog = page.locator('.dialog-ux');
    await dialog.getByRole('textbox').fill(member.token);
    await dialog.getByRole('button', { name: 'Apply credentials' }).click();
    await dialog.getByRole('button', { name: 'Close' }).last().click();
    expect(await tryMe()).toBe(member.email);
    await page.goto('/api/docs');
    expect(await tryMe()).toBe(viewer.email);
    await closeClean(page);
  });
});
