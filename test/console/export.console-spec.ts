import { createProject } from '../factories/project.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';

describeConsole('exports', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('exports the company, downloads the archive and deletes it', async () => {
    const { owner } = test.company;
    await createProject(owner, { name: 'Website', key: 'WEB' });
    const page = await test.open('/settings/profile', owner);
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Export' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Export' }).waitFor();
    await page.getByText('Nothing has been exported yet.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Export company' }).press('Enter');
    const row = page.getByRole('table', { name: 'Exports' }).getByRole('row', { name: /The company/ });
    const link = row.getByRole('link', { name: 'Download' });
    await link.waitFor();
    await expectAccessible(page);
    const started = page.waitForEvent('download');
    await link.click();
    expect((await started).suggestedFilename()).toMatch(/^archive-[\d-]{10}\.zip$/);
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).press('Enter');
    await page.getByText('Nothing has been exported yet.').waitFor();
    await closeClean(page);
  });

  it('is not there for an admin', async () => {
    const page = await test.open('/settings/export', test.company.admin, { phone: true });
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await closeClean(page);
  });
});
