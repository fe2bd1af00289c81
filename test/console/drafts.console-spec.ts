import { createColleague } from '../factories/colleague.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectStatus } from '../support/console.js';

/** A dialog, where it is opened, and a field of it with text. */
type Dialog = readonly [name: string, address: string, field: string];

const DIALOGS: readonly Dialog[] = [
  ['New rule', '/colleagues/:colleague', 'Filter'],
  ['New colleague', '/colleagues', 'Name'],
  ['New lane', '/settings/lanes', 'Name'],
  ['New field', '/settings/fields', 'Description'],
  ['New webhook', '/webhooks', 'Filter'],
  ['New label', '/settings/labels', 'Name'],
  ['Invite people', '/settings/people', 'Emails'],
];

describeConsole('what is typed into a dialog', () => {
  let test: ConsoleTest;
  let colleagueId: string;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    ({ id: colleagueId } = await createColleague(test.company.owner, { name: 'Ruth', role: 'scrum_master' }));
  });
  afterAll(() => test.stop());

  it.each(DIALOGS)('“%s” is offered again after Escape, and forgotten by “Cancel”', async (name, address, field) => {
    const page = await test.open(address.replace(':colleague', colleagueId), test.company.owner);
    // What is half written is no filter yet.
    expectStatus(page, 400);
    const dialog = page.getByRole('dialog', { name });
    const box = dialog.getByRole(field === 'Filter' ? 'combobox' : 'textbox', { name: field });
    const open = page.getByRole('main').getByRole('button', { name, exact: true });
    await open.click();
    await box.fill('half written');
    // The first Escape closes what completes the text.
    if (field === 'Filter') await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await open.click();
    await box.waitFor();
    expect(await box.inputValue()).toBe('');
    await dialog.getByRole('button', { name: 'Restore draft' }).click();
    expect(await box.inputValue()).toBe('half written');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open.click();
    await box.waitFor();
    expect(await dialog.getByRole('button', { name: 'Restore draft' }).count()).toBe(0);
    await closeClean(page);
  });

  it('a new connection is kept over its steps', async () => {
    await createProject(test.company.owner, { name: 'Shop', key: 'SHOP' });
    const page = await test.open('/settings/code', test.company.owner);
    const dialog = page.getByRole('dialog', { name: 'New connection' });
    const leave = async () => {
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByRole('button', { name: 'New connection' }).click();
      await dialog.getByRole('button', { name: 'Restore draft' }).click();
    };
    await page.getByRole('button', { name: 'New connection' }).click();
    await dialog.getByLabel('Name').fill('Ours');
    await leave();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Ours');
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByLabel('Shop').check();
    await leave();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Ours');
    await dialog.getByRole('button', { name: 'Next' }).click();
    expect(await dialog.getByLabel('Shop').isChecked()).toBe(true);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'New connection' }).click();
    await dialog.getByLabel('Name').waitFor();
    expect(await dialog.getByRole('button', { name: 'Restore draft' }).count()).toBe(0);
    await closeClean(page);
  });

  it('a value for all that are selected is kept', async () => {
    const { owner } = test.company;
    await owner.api.post('/fields', { name: 'Customer', type: 'text' });
    const { id: projectId } = await createProject(owner, { name: 'Many', key: 'MANY' });
    await createTask(owner, projectId, { title: 'One' });
    const page = await test.open('/projects/MANY/list', owner);
    await page.getByRole('checkbox', { name: 'Select MANY-1' }).check();
    const bar = page.getByRole('toolbar', { name: 'Bulk actions' });
    for (const [name, value] of [
      ['Customer', 'Northwind'],
      ['Due date', '2099-12-24'],
    ] as const) {
      const dialog = page.getByRole('dialog', { name });
      await bar.getByRole('button', { name }).click();
      await dialog.getByLabel(name).fill(value);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await bar.getByRole('button', { name }).click();
      await dialog.getByRole('button', { name: 'Restore draft' }).click();
      expect(await dialog.getByLabel(name).inputValue()).toBe(value);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
    }
    await closeClean(page);
  });

  it('“Answer” is kept for its task alone', async () => {
    const { id: projectId } = await createProject(test.company.member, { name: 'Website', key: 'WEB' });
    const make = (title: string) =>
      createTask(test.company.member, projectId, { title, assigneeId: test.company.member.id });
    const [asked, other] = [await make('Asked'), await make('Other')];
    const page = await test.open(`/tasks/${asked.tid}?answer`, test.company.member);
    const dialog = page.getByRole('dialog', { name: 'Answer' });
    const box = dialog.getByRole('textbox', { name: 'Words' });
    await box.fill('waiting for the printer');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.goto(`/tasks/${other.tid}?answer`);
    await box.waitFor();
    expect(await dialog.getByRole('button', { name: 'Restore draft' }).count()).toBe(0);
    await page.goto(`/tasks/${asked.tid}?answer`);
    await dialog.getByRole('button', { name: 'Restore draft' }).click();
    expect(await box.inputValue()).toBe('waiting for the printer');
    await closeClean(page);
  });
});
