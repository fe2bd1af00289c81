import { createUser } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('people and profile', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('changes a role, deactivates after a confirmation, and activates again', async () => {
    const { viewer } = test.company;
    const page = await test.open('/settings/people', test.company.owner);
    const row = page.getByRole('listitem').filter({ hasText: viewer.email });
    const role = row.getByRole('combobox');
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await role.selectOption('Member');
    await saved;
    expect(await row.getByText(viewer.name, { exact: true }).count()).toBe(1);
    await page.reload();
    expect(await role.inputValue()).toBe('MEMBER');
    await role.selectOption('Viewer');
    await row.getByRole('button', { name: 'Deactivate' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Deactivate' });
    await dialog.getByText('cannot sign in any more').waitFor();
    await dialog.getByRole('button', { name: 'Deactivate' }).press('Enter');
    await row.getByText('Deactivated').waitFor();
    expect((await viewer.api.get('/me')).status).toBe(401);
    await row.getByRole('button', { name: 'Activate' }).press('Enter');
    await row.getByRole('button', { name: 'Deactivate' }).waitFor();
    await closeClean(page);
  });

  it('tells others who is away, also at their tasks', async () => {
    const { admin, member } = test.company;
    await member.api.put('/me', { away: { from: '2099-12-24', until: '2099-12-31', note: 'In the hills' } });
    const { id } = await createProject(admin, { name: 'Absences', key: 'AWAY' });
    await createTask(admin, id, { title: 'One', assigneeId: member.id });
    const page = await test.open('/settings/people', admin);
    const row = page.getByRole('listitem').filter({ hasText: member.email });
    await row.getByText('Away from Dec 24, 2099 until Dec 31, 2099').waitFor();
    await row.getByText('In the hills').waitFor();
    await expectAccessible(page);
    await page.goto('/tasks/AWAY-1');
    await page.getByRole('group', { name: 'Properties' }).getByText('Away from Dec 24, 2099').waitFor();
    await expectAccessible(page);
    await member.api.put('/me', { away: null });
    await closeClean(page);
  });

  it('erases somebody after a confirmation', async () => {
    const { owner, admin } = test.company;
    const leaver = await createUser(owner, 'MEMBER', 'Lee Leaver');
    const page = await test.open('/settings/people', admin);
    const items = page.getByRole('listitem');
    expect(await items.filter({ hasText: owner.email }).getByRole('button', { name: 'Erase' }).count()).toBe(0);
    await items.filter({ hasText: leaver.email }).getByRole('button', { name: 'Erase' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Erase' });
    await dialog.getByText('cannot be undone').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Erase' }).press('Enter');
    const erased = items.filter({ hasText: `Deleted user ${leaver.id.slice(-4)}` });
    await erased.waitFor();
    expect(await erased.getByRole('button').count()).toBe(0);
    expect((await leaver.api.get('/me')).status).toBe(401);
    await closeClean(page);
  });

  it('shows the message of the service when the last owner gives up the role', async () => {
    const { owner } = test.company;
    const page = await test.open('/settings/people', owner);
    expectStatus(page, 409);
    const role = page.getByRole('listitem').filter({ hasText: owner.email }).getByRole('combobox');
    await role.selectOption('Admin');
    await page.getByRole('region', { name: 'Notifications' }).getByText('owner').waitFor();
    await eventually('it is put back', async () => (await role.inputValue()) === 'OWNER');
    await closeClean(page);
  });

  it('creates a team by keyboard, and adds and removes people', async () => {
    const page = await test.open('/settings/people?tab=teams', test.company.admin);
    expectStatus(page, 400);
    await page.getByRole('button', { name: 'New team' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'New team' });
    await dialog.getByRole('button', { name: 'Create team' }).press('Enter');
    await dialog.getByLabel('Name').and(page.locator('[aria-invalid]')).waitFor();
    await dialog.getByLabel('Name').fill('Web');
    await page.keyboard.press('Enter');
    const team = page.getByRole('article', { name: 'Web' });
    await team.getByRole('button', { name: 'Add person' }).press('Enter');
    const add = page.getByRole('dialog', { name: 'Add person' });
    await add.locator('select:focus').selectOption({ label: 'Max Member' });
    await add.getByRole('button', { name: 'Add person' }).press('Enter');
    await team.getByText('1 person').waitFor();
    await expectAccessible(page);
    await team.getByRole('button', { name: 'Remove Max Member' }).press('Enter');
    await team.getByText('0 people').waitFor();
    await closeClean(page);
  });

  it('offers a member no changes of people', async () => {
    const page = await test.open('/settings/people', test.company.member);
    const main = page.getByRole('main');
    await main.getByText(test.company.owner.email).waitFor();
    expect(await main.getByRole('combobox').count()).toBe(0);
    for (const name of ['Invite people', 'Deactivate']) {
      expect(await main.getByRole('button', { name }).count()).toBe(0);
    }
    await page.getByRole('tab', { name: 'Teams' }).click();
    await page.getByRole('tabpanel', { name: 'Teams' }).waitFor();
    expect(new URL(page.url()).search).toBe('?tab=teams');
    expect(await main.getByRole('button', { name: 'New team' }).count()).toBe(0);
    await page.goto('/settings/company');
    await page.getByLabel('Name').and(page.locator(':disabled')).waitFor();
    expect(await main.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await closeClean(page);
  });

  it('changes the own name and password, and stays signed in', async () => {
    const { viewer } = test.company;
    const page = await test.open('/settings/profile', viewer);
    expectStatus(page, 400, 401, 403);
    await page.getByLabel('Name').fill('');
    await page.getByRole('button', { name: 'Save' }).press('Enter');
    await page.getByLabel('Name').and(page.locator('[aria-invalid]')).waitFor();
    await page.getByLabel('Name').fill('Vera Viewer');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Notifications' }).getByText('Saved').waitFor();
    await page.getByLabel('Current password').fill('not the one');
    await page.getByLabel('New password').fill('short');
    await page.getByRole('button', { name: 'Change password' }).press('Enter');
    await page.getByLabel('New password').and(page.locator('[aria-invalid]')).waitFor();
    await page.getByLabel('Current password').fill(viewer.password);
    await page.getByLabel('New password').fill('a longer one 42');
    await page.getByRole('button', { name: 'Change password' }).press('Enter');
    await page.getByRole('region', { name: 'Notifications' }).getByText('Password changed').waitFor();
    await page.reload();
    await page.getByText('Vera Viewer').first().waitFor();
    await page.getByRole('heading', { level: 1, name: 'Profile' }).waitFor();
    await closeClean(page);
  });
});
