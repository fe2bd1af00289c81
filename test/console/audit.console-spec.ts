import { readFileSync } from 'node:fs';
import {
  chooseProperty,
  closeClean,
  ConsoleTest,
  describeConsole,
  expectAccessible,
  expectStatus,
} from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('the audit log', () => {
  let test: ConsoleTest;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    await test.company.owner.api.send('PUT', `/users/${test.company.viewer.id}`, { role: 'MEMBER' });
    await test.company.owner.api.send('PUT', `/users/${test.company.viewer.id}`, { role: 'VIEWER' });
    const { body: team } = await test.company.owner.api.post<{ id: string }>('/teams', { name: 'Platform' });
    await test.company.owner.api.post(`/teams/${team.id}/members`, { userId: test.company.member.id });
  });
  afterAll(() => test.stop());

  it('shows what was done, filters it by the address and writes it as CSV', async () => {
    const { admin, owner } = test.company;
    const page = await test.open('/settings/profile', admin);
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Audit log' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    const table = page.getByRole('table', { name: 'Audit log' });
    await table.getByText('role: VIEWER → MEMBER').waitFor();
    await table.getByText(`members: +${test.company.member.name}`).waitFor();
    await chooseProperty(page, 'Action', 'Changed a person');
    await table.getByText('Signed in').first().waitFor({ state: 'detached' });
    await page.getByLabel('Person').selectOption(owner.id);
    await eventually('two are left', async () => (await table.getByRole('row').count()) === 3);
    expect(new URL(page.url()).searchParams.get('action')).toBe('user.changed');
    await page.reload();
    await table.getByText('role: VIEWER → MEMBER').waitFor();
    await expectAccessible(page);
    const downloads = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).press('Enter');
    const csv = readFileSync(await (await downloads).path(), 'utf8');
    expect(csv.trim().split('\n')).toHaveLength(3);
    await page.getByLabel('From').fill('2099-01-01');
    await page.getByText('Nothing was recorded that fits these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByLabel('Until').fill('2000-01-01');
    await page.getByText('Nothing was recorded that fits these filters.').waitFor();
    await closeClean(page);
  });

  it('shows more by cursor, and says when reading failed', async () => {
    const { owner } = test.company;
    for (let count = 0; count < 52; count += 1) await owner.api.send('PUT', '/company', { name: `Company ${count}` });
    const page = await test.open('/settings/audit-log?action=company.changed', owner, { phone: true });
    const rows = page.getByRole('table', { name: 'Audit log' }).getByRole('row');
    await rows.nth(50).waitFor();
    await page.getByRole('button', { name: 'Show more' }).click();
    await rows.nth(52).waitFor();
    await page.getByRole('button', { name: 'Show more' }).waitFor({ state: 'detached' });
    expectStatus(page, 400);
    await page.goto('/settings/audit-log?actorId=nobody');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await expectAccessible(page);
    await closeClean(page);
  });

  it('is not there for a member', async () => {
    const page = await test.open('/settings/audit-log', test.company.member);
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await closeClean(page);
  });
});
