import { createColleague } from '../factories/colleague.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';

describeConsole('settings, keys and colleagues', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()), 120_000);
  afterAll(() => test.stop());

  it('makes a key that is shown once, and shows what it was used for', async () => {
    const page = await test.open('/settings/api-keys', test.company.viewer);
    expectStatus(page, 400);
    await page.getByRole('button', { name: 'New key' }).click();
    const dialog = page.getByRole('dialog', { name: 'New key' });
    await dialog.getByRole('button', { name: 'Create key' }).click();
    await dialog.getByText('Required').or(dialog.getByText('Must')).waitFor();
    await dialog.getByLabel('Name').fill('CI');
    await page.keyboard.press('Enter');
    const key = await dialog.getByLabel('API key').inputValue();
    expect(key).toMatch(/^svc_live_\w{32}$/);
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Done' }).click();
    expect((await test.service.api.as(key).get('/projects')).status).toBe(200);
    await page.getByRole('table', { name: 'API keys' }).getByRole('link', { name: 'CI' }).click();
    await page.getByRole('heading', { level: 1, name: 'CI' }).waitFor();
    await closeClean(page);
  });

  it('revokes a key once it is asked', async () => {
    const { member } = test.company;
    await member.api.post('/api-keys', { name: 'Old' });
    const page = await test.open('/settings/api-keys', member);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog', { name: 'Revoke' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('table', { name: 'API keys' }).getByText('Revoked').waitFor();
    await closeClean(page);
  });

  it('makes, recolors and deletes a label', async () => {
    const page = await test.open('/settings/labels', test.company.member);
    await page.getByRole('button', { name: 'New label' }).click();
    await page.getByLabel('Name').fill('bug');
    await page.getByLabel('Color').fill('#ff0000');
    await page.getByRole('button', { name: 'Create label' }).click();
    await page.getByRole('button', { name: 'Actions for bug' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await page.getByLabel('Color').fill('#00ff00');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('#00FF00', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Actions for bug' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('button', { name: 'Actions for bug' }).waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('orders and renames lanes, but not Done', async () => {
    const page = await test.open('/settings/lanes', test.company.admin);
    const lanes = page.getByRole('list', { name: 'Lanes' }).getByRole('listitem');
    await page.getByRole('button', { name: 'Actions for To Do' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
    await lanes.first().getByText('To Do').waitFor();
    await page.getByRole('button', { name: 'Actions for Done' }).click();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Move up', 'Move down']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for Blocked' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Stuck');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await lanes.getByText('Stuck').waitFor();
    await closeClean(page);
  });

  it('invites, and says what is wrong with an address', async () => {
    const page = await test.open('/settings/people', test.company.admin);
    expectStatus(page, 400);
    await page.getByRole('button', { name: 'Invite people' }).click();
    await page.getByLabel('Email').fill('nobody');
    await page.getByLabel('Name').fill('Ivy');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByText('Invalid email').waitFor();
    await page.getByLabel('Email').fill('ivy@console.example.com');
    await page.getByRole('button', { name: 'Send invitation' }).click();
    await page.getByRole('listitem').getByText('ivy@console.example.com').waitFor();
    await closeClean(page);
  });

  it('changes the theme, and keeps it', async () => {
    const page = await test.open('/settings/profile', test.company.viewer);
    await page.getByLabel('Theme').selectOption('Dark');
    await page.reload();
    expect(await page.locator('html').getAttribute('data-theme')).toBe('dark');
    await closeClean(page);
  });

  it('runs a colleague, and shows what it has said', async () => {
    const { id } = await createColleague(test.company.owner, { name: 'Scrum', role: 'scrum_master' });
    const page = await test.open(`/colleagues/${id}`, test.company.member);
    await page.getByRole('button', { name: 'Run now' }).click();
    await page.getByRole('region', { name: 'Result' }).getByText('Tasks scanned').waitFor();
    await page.getByRole('region', { name: 'Runs' }).getByText('by hand').waitFor();
    expect(await page.getByRole('list', { name: 'Next runs' }).getByRole('listitem').count()).toBe(5);
    expect(await page.getByRole('button', { name: 'Disable' }).count()).toBe(0);
    await expectAccessible(page);
    await closeClean(page);
  });
});
