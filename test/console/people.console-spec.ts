import { createUser } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';
import { tokenMailsTo } from '../support/mails.js';

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
    expect(await items.filter({ hasText: owner.email }).getByRole('button').count()).toBe(0);
    await items.getByRole('button', { name: 'Actions for Lee Leaver' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Erase' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Erase' });
    await dialog.getByText('Lee Leaver is signed out').waitFor();
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
    await add.getByRole('combobox', { name: 'Person' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Max M');
    await page.getByRole('option', { name: 'Max Member' }).waitFor();
    await page.keyboard.press('Enter');
    await add.getByRole('button', { name: 'Add person' }).press('Enter');
    await team.getByText('1 person').waitFor();
    await expectAccessible(page);
    await team.getByRole('button', { name: 'Remove Max Member' }).press('Enter');
    await team.getByText('0 people').waitFor();
    await closeClean(page);
  });

  it('finds people, by alphabet', async () => {
    const page = await test.open('/settings/people', test.company.member);
    const items = page.getByRole('tabpanel', { name: 'People' }).getByRole('listitem');
    await items.first().waitFor();
    const names = (await items.allInnerTexts()).map((text) => text.replace(/^[A-Z]{1,2}\n/, '').split('\n')[0] ?? '');
    expect(names).toEqual(names.toSorted((one, other) => one.localeCompare(other)));
    await page.getByRole('searchbox', { name: 'Search people' }).fill(test.company.owner.email);
    await eventually('one is left', async () => (await items.count()) === 1);
    await page.reload();
    await eventually('and stays so', async () => (await items.count()) === 1);
    await page.getByRole('searchbox').fill('nobody at all');
    await page.getByText('Nobody with this').waitFor();
    await closeClean(page);
  });

  it('invites many at once, says which failed, sends again and revokes', async () => {
    const { admin, member } = test.company;
    const page = await test.open('/settings/people', admin);
    expectStatus(page, 400, 409);
    await page.getByRole('button', { name: 'Invite people' }).press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Invite people' });
    await dialog.getByRole('button', { name: 'Send invitation' }).press('Enter');
    await dialog.getByText('at least one address').waitFor();
    await dialog.getByLabel('Emails').fill(`one@many.example, Two Person <two@many.example>\n${member.email}\nnobody`);
    await dialog.getByRole('button', { name: 'Send invitation' }).press('Enter');
    await dialog.getByText('2 of 4 could not be invited').waitFor();
    await dialog.getByText(`${member.email}: `).waitFor();
    await dialog.getByText('nobody: Invalid email').waitFor();
    expect(await dialog.getByLabel('Emails').inputValue()).toBe(`${member.email}\nnobody`);
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    const row = (email: string) => page.getByRole('listitem').filter({ hasText: email });
    await row('two@many.example').getByText('Two Person').waitFor();
    await row('one@many.example').getByText('Invited').waitFor();
    await row('one@many.example').getByRole('button', { name: 'Resend' }).press('Enter');
    await eventually('it is mailed again', async () => {
      return (await tokenMailsTo('one@many.example', test.dataDirectory)).length === 2;
    });
    await expectAccessible(page);
    await row('one@many.example').getByRole('button', { name: 'Revoke' }).press('Enter');
    const revoking = page.getByRole('dialog', { name: 'Revoke' });
    await revoking.getByText('one@many.example').waitFor();
    await revoking.getByRole('button', { name: 'Revoke' }).press('Enter');
    await row('one@many.example').waitFor({ state: 'detached' });
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
