import { createApiKey, usageOnceWritten } from '../factories/api-key.factory.js';
import { createCompany } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('settings and keys', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('creates a key that is shown once, and shows its usage', async () => {
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

  it('revokes a key after a confirmation', async () => {
    const { member } = test.company;
    await member.api.post('/api-keys', { name: 'Old' });
    const page = await test.open('/settings/api-keys', member);
    await page.getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('dialog', { name: 'Revoke' }).getByRole('button', { name: 'Revoke' }).click();
    await page.getByRole('table', { name: 'API keys' }).getByText('Revoked').waitFor();
    await closeClean(page);
  });

  it('creates, recolors and deletes a label', async () => {
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

  it('reorders and renames lanes, except Done', async () => {
    const page = await test.open('/settings/lanes', test.company.admin);
    const lanes = page.getByRole('list', { name: 'Lanes' }).getByRole('listitem');
    await page.getByRole('button', { name: 'Actions for To Do' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Move up' }).press('Enter');
    await lanes.first().getByText('To Do').waitFor();
    await page.getByRole('button', { name: 'Actions for Done' }).click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Move up', 'Move down', 'Limit']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for Blocked' }).click();
    await page.getByRole('menuitem', { name: 'Rename' }).click();
    await page.getByLabel('Name', { exact: true }).fill('Stuck');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await lanes.getByText('Stuck').waitFor();
    await closeClean(page);
  });

  it('limits a lane, and the board marks it when there are more tasks', async () => {
    const { admin, member } = test.company;
    const { id: projectId } = await createProject(member, { key: 'LIM' });
    for (let count = 0; count < 4; count += 1) await createTask(member, projectId, { status: 'In Progress' });
    const page = await test.open('/settings/lanes', admin);
    await page.getByRole('button', { name: 'Actions for In Progress' }).click();
    await page.getByRole('menuitem', { name: 'Limit', exact: true }).click();
    await page.getByRole('dialog', { name: 'Limit of In Progress' }).getByLabel('Limit').fill('3');
    await page.getByRole('button', { name: 'Save limit' }).click();
    const lanes = page.getByRole('list', { name: 'Lanes' }).getByRole('listitem');
    await lanes.filter({ hasText: 'In Progress' }).getByText('at most 3 tasks').waitFor();
    await page.goto(page.url().replace('/settings/lanes', '/projects/LIM/board'));
    await page.getByRole('region', { name: 'In Progress' }).getByText('4 of 3 tasks').waitFor();
    await expectAccessible(page);
    await closeClean(page);
  });

  it('reorders lanes by dragging', async () => {
    const page = await test.open('/settings/lanes', test.company.admin);
    const lanes = page.getByRole('list', { name: 'Lanes' }).getByRole('listitem');
    const last = (await lanes.last().innerText()).trim();
    await lanes.last().dragTo(lanes.first());
    await eventually('it is the first', async () => (await lanes.first().innerText()).trim() === last);
    await eventually('it is kept', async () => {
      const { body } = await test.company.admin.api.get<{ name: string }[]>('/workflow-lanes');
      return body[0]?.name === last;
    });
    await closeClean(page);
  });

  it('invites a user, and shows why an address is refused', async () => {
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

  it('shows at the field what is wrong with a label or a lane', async () => {
    await test.company.member.api.post('/labels', { name: 'taken', color: '#FF0000' });
    const page = await test.open('/settings/labels', test.company.admin);
    expectStatus(page, 400, 409);
    await page.getByRole('button', { name: 'New label' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New label' });
    await dialog.getByRole('button', { name: 'Create label' }).press('Enter');
    await dialog.getByLabel('Name').and(page.locator('[aria-invalid]')).waitFor();
    await dialog.getByLabel('Name').fill('taken');
    await page.keyboard.press('Enter');
    await dialog.getByRole('alert').waitFor();
    await page.keyboard.press('Escape');
    await page.goto('/settings/lanes');
    await page.getByRole('button', { name: 'New lane' }).press('Enter');
    const lane = page.getByRole('dialog', { name: 'New lane' });
    await lane.getByLabel('Name').fill('Done');
    await lane.getByRole('button', { name: 'Create lane' }).press('Enter');
    await lane.getByLabel('Name').and(page.locator('[aria-invalid]')).waitFor();
    await expectAccessible(page);
    await lane.getByLabel('Name').fill('Testing');
    await page.keyboard.press('Enter');
    await page.getByRole('list', { name: 'Lanes' }).getByText('Testing').waitFor();
    await closeClean(page);
  });

  it.each([
    ['labels', 'viewer', 'New label'],
    ['lanes', 'member', 'New lane'],
  ] as const)('%s are read-only for a %s', async (place, role, button) => {
    await test.company.member.api.post('/labels', { name: 'seen', color: '#FF0000' });
    const page = await test.open(`/settings/${place}`, test.company[role]);
    const main = page.getByRole('main');
    await main.getByRole('listitem').first().waitFor();
    expect(await main.getByRole('button', { name: button }).count()).toBe(0);
    expect(await main.getByRole('button', { name: /^Actions for/ }).count()).toBe(0);
    await closeClean(page);
  });

  it('shows all keys and their usage to an admin', async () => {
    const { member, admin } = test.company;
    const key = await createApiKey(member, 'Nightly');
    for (let count = 0; count < 3; count += 1) await key.api.get('/projects');
    await usageOnceWritten(member, key, 3);
    const page = await test.open('/settings/api-keys', admin);
    await page.getByRole('switch', { name: 'All keys' }).press('Enter');
    const row = page.getByRole('table', { name: 'API keys' }).getByRole('row', { name: /Nightly/ });
    await row.getByText('Max Member').waitFor();
    await row.getByRole('link', { name: 'Nightly' }).press('Enter');
    await page.getByText('3 requests', { exact: true }).waitFor();
    expect(new URL(page.url()).pathname).toBe(`/settings/api-keys/${key.id}`);
    await page.getByRole('img', { name: 'Requests over time' }).waitFor();
    await page
      .getByRole('table', { name: 'Endpoints' })
      .getByRole('row', { name: /GET .*projects 3/ })
      .waitFor();
    expect(await page.getByRole('table', { name: 'Requests' }).getByRole('row').count()).toBe(4);
    await expectAccessible(page);
    await closeClean(page);
    const other = await test.open(`/settings/api-keys/${key.id}`, test.company.viewer);
    expectStatus(other, 404, 403);
    await other.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    expect(await other.getByRole('switch', { name: 'All keys' }).count()).toBe(0);
    await closeClean(other);
  });

  it('deletes the company for an owner who writes its name and the password', async () => {
    const { owner } = await createCompany(test.service.api);
    const { name } = (await owner.api.get<{ name: string }>('/company')).body;
    const page = await test.open('/settings/company', owner);
    expectStatus(page, 400, 401);
    await page.getByRole('button', { name: 'Delete company' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete company' });
    await expectAccessible(page);
    await dialog.getByLabel('Company name').fill('Another');
    await dialog.getByRole('button', { name: 'Delete company' }).click();
    await dialog.getByLabel('Company name').and(page.locator('[aria-invalid]')).waitFor();
    await dialog.getByLabel('Company name').fill(name);
    await dialog.getByLabel('Password').fill(owner.password);
    await dialog.getByRole('button', { name: 'Delete company' }).click();
    await page.getByRole('button', { name: 'Sign in' }).first().waitFor();
    expect((await owner.api.get('/me')).status).toBe(401);
    await closeClean(page);
  });

  it('offers an admin no deletion of the company', async () => {
    const page = await test.open('/settings/company', test.company.admin);
    await page.getByRole('button', { name: 'Save' }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete company' }).count()).toBe(0);
    await closeClean(page);
  });
});
