import { createProject } from '../factories/project.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';
import { eventually } from '../support/eventually.js';

interface Made {
  title: string;
  description: string | null;
  status: string;
  priority: string;
  assigneeId: string | null;
  labels: { name: string }[];
}

describeConsole('a new task', () => {
  let test: ConsoleTest;
  let projectId: string;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { member } = test.company;
    projectId = (await createProject(member, { name: 'Website', key: 'WEB' })).id;
    await member.api.post('/labels', { name: 'bug', color: '#FF0000' });
  });
  afterAll(() => test.stop());

  const tasks = async (): Promise<Made[]> =>
    (await test.company.member.api.get<Made[]>(`/tasks?projectId=${projectId}&include=labels&sortBy=createdAt`)).body;

  it('is made by keys alone, one after the other with the same properties', async () => {
    const page = await test.open('/projects/WEB/board', test.company.member);
    await page.getByRole('heading', { level: 1, name: 'Website' }).waitFor();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByLabel('Title').fill('First');
    await dialog.getByLabel('Description').fill('**Bold**');
    await dialog.getByRole('button', { name: 'Preview' }).click();
    await dialog.locator('strong').waitFor();
    await dialog.getByRole('button', { name: 'Write' }).click();
    await dialog.getByRole('combobox', { name: 'Priority' }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('listbox', { name: 'Priority' }).waitFor();
    await page.keyboard.press('2');
    await dialog.getByRole('combobox', { name: 'Priority' }).getByText('High').waitFor();
    await dialog.getByRole('combobox', { name: 'Labels' }).click();
    await page.getByRole('combobox', { name: 'Labels' }).fill('bu');
    await page.getByRole('option', { name: 'bug' }).waitFor();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await dialog.waitFor();
    await dialog.getByRole('combobox', { name: 'Assignee' }).click();
    // Oneself first, the others by alphabet.
    const names = await page.getByRole('option').allInnerTexts();
    const own = test.company.member.name;
    expect(names[1]).toBe(own);
    expect(names.slice(2)).toEqual(names.slice(2).toSorted((one, other) => one.localeCompare(other)));
    await page.getByRole('option', { name: own }).click();
    await expectAccessible(page);
    await dialog.getByLabel('Create more').check();
    await dialog.getByRole('combobox', { name: 'Status' }).focus();
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('WEB-1 created').waitFor();
    await dialog.locator('input:focus').and(dialog.getByLabel('Title')).waitFor();
    expect([
      await dialog.getByLabel('Title').inputValue(),
      await dialog.getByLabel('Description').inputValue(),
    ]).toEqual(['', '']);
    await page.keyboard.type('Second');
    await page.keyboard.press('ControlOrMeta+Enter');
    await page.getByText('WEB-2 created').waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'detached' });
    await eventually('both are made', async () => (await tasks()).length === 2);
    const common = { status: 'Backlog', priority: 'High', assigneeId: test.company.member.id };
    const made = (await tasks()).toSorted((one, other) => one.title.localeCompare(other.title));
    expect(made).toMatchObject([
      { ...common, title: 'First', description: '**Bold**', labels: [{ name: 'bug' }] },
      { ...common, title: 'Second', description: null, labels: [{ name: 'bug' }] },
    ]);
    await closeClean(page);
  });

  it('closes an open list first, then keeps what was typed', async () => {
    const page = await test.open('/projects/WEB/board', test.company.member, { colorScheme: 'dark' });
    await page.getByRole('heading', { level: 1, name: 'Website' }).waitFor();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByLabel('Title').fill('Kept');
    await dialog.getByRole('combobox', { name: 'Epic' }).click();
    await page.getByRole('listbox', { name: 'Epic' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('listbox', { name: 'Epic' }).waitFor({ state: 'detached' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('c');
    await dialog.getByRole('button', { name: 'Restore draft' }).click();
    expect(await dialog.getByLabel('Title').inputValue()).toBe('Kept');
    await expectAccessible(page);
    await closeClean(page);
  });

  it('is not the only dialog that offers what was typed before', async () => {
    const page = await test.open('/projects/WEB/epics', test.company.member);
    const dialog = page.getByRole('dialog', { name: 'New epic' });
    const open = () => page.getByRole('button', { name: 'New epic' }).first().click();
    await open();
    await dialog.getByLabel('Name').fill('Launch');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await open();
    await dialog.getByRole('button', { name: 'Restore draft' }).waitFor();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore draft' }).click();
    expect(await dialog.getByLabel('Name').inputValue()).toBe('Launch');
    await dialog.getByRole('button', { name: 'Create epic' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open();
    await dialog.waitFor();
    expect(await dialog.getByRole('button', { name: 'Restore draft' }).count()).toBe(0);
    await closeClean(page);
  });
});
