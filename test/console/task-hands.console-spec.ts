import { createProject } from '../factories/project.factory.js';
import { createTasks, type TestTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('a task by hand', () => {
  let test: ConsoleTest;
  let tasks: TestTask[];
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { member } = test.company;
    const { id } = await createProject(member, { name: 'Website', key: 'WEB' });
    tasks = await createTasks(member, id, ['One', 'Two', 'Three']);
  });
  afterAll(() => test.stop());

  const descriptionOf = async ({ id }: TestTask): Promise<string | null> =>
    (await test.company.member.api.get<{ description: string | null }>(`/tasks/${id}`)).body.description;

  it('has its empty parts as one row of buttons', async () => {
    const page = await test.open('/tasks/WEB-1', test.company.member);
    const names = ['Add file', 'Add subtask', 'Add blocker', 'Add link', 'Log time'];
    const places = await Promise.all(
      names.map(async (name) => (await page.getByRole('button', { name, exact: true }).boundingBox())!),
    );
    expect(new Set(places.map(({ y }) => Math.round(y))).size).toBe(1);
    for (const name of ['Files', 'Subtasks', 'Blocked by', 'Blocks', 'Links', 'Time'])
      expect(await page.getByRole('region', { name, exact: true }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Add subtask' }).click();
    await page.getByRole('region', { name: 'Subtasks' }).getByLabel('Subtask title').fill('Part');
    await page.keyboard.press('Escape');
    await page.getByRole('region', { name: 'Subtasks' }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Add subtask' }).and(page.locator(':focus')).waitFor();
    await closeClean(page);
  });

  it('leads to the next one by j and k and by buttons', async () => {
    const page = await test.open('/projects/WEB/list?sortBy=createdAt&sortOrder=asc', test.company.member);
    await page.getByRole('row', { name: /One/ }).getByRole('link').click();
    const drawer = (name: string) => page.getByRole('dialog', { name });
    await drawer('WEB-1 One').getByText('1 of 3').waitFor();
    expect(await drawer('WEB-1 One').getByRole('button', { name: 'Previous task' }).isDisabled()).toBe(true);
    await page.keyboard.press('j');
    await drawer('WEB-2 Two').getByText('2 of 3').waitFor();
    await expectAccessible(page);
    await drawer('WEB-2 Two').getByRole('button', { name: 'Next task' }).click();
    await drawer('WEB-3 Three').getByText('3 of 3').waitFor();
    await page.keyboard.press('k');
    await drawer('WEB-2 Two').getByText('2 of 3').waitFor();
    await page.keyboard.press('Escape');
    await drawer('WEB-2 Two').waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('leaves its title by Escape', async () => {
    const page = await test.open('/projects/WEB/list?task=WEB-1', test.company.member);
    const drawer = page.getByRole('dialog', { name: 'WEB-1 One' });
    await drawer.getByLabel('Title').fill('Never');
    await page.keyboard.press('Escape');
    await page.locator('textarea:focus').waitFor({ state: 'detached' });
    expect(await drawer.getByLabel('Title').inputValue()).toBe('One');
    await page.keyboard.press('Escape');
    await drawer.waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('has a description with buttons, and people by their names', async () => {
    const { member, admin } = test.company;
    const [, two] = tasks;
    const page = await test.open('/tasks/WEB-2', member);
    await page.getByRole('button', { name: 'Edit description' }).click();
    const text = page.getByRole('textbox', { name: 'Description' });
    const low = (await text.boundingBox())!.height;
    await text.fill('Words');
    await text.selectText();
    await page.getByRole('button', { name: 'Bold' }).click();
    expect(await text.inputValue()).toBe('**Words**');
    await text.press('End');
    await text.press('Enter');
    await page.getByRole('button', { name: 'Task list' }).click();
    await page.keyboard.type('to do ');
    await page.getByRole('button', { name: 'Mention' }).click();
    await page.keyboard.type(admin.name.slice(0, 3));
    await page.getByRole('option', { name: admin.name }).waitFor();
    await page.keyboard.press('Enter');
    await eventually('the name stands there', async () =>
      (await text.inputValue()).startsWith(`**Words**\n- [ ] to do @${admin.name} `),
    );
    await expectAccessible(page);
    await page.keyboard.type('a\n'.repeat(30));
    expect((await text.boundingBox())!.height).toBeGreaterThan(low * 2);
    await page.getByRole('button', { name: 'Save' }).click();
    const mention = `[@${admin.name}](user:${admin.id})`;
    await eventually('the mention is kept', async () => (await descriptionOf(two!))?.includes(mention) ?? false);
    await page.getByRole('button', { name: 'Edit description' }).click();
    expect(await text.inputValue()).toContain(`to do @${admin.name} a`);
    await closeClean(page);
  });

  it('says who changed its text meanwhile, and lets both be edited', async () => {
    const { member, admin } = test.company;
    const three = tasks[2]!;
    await member.api.put(`/tasks/${three.id}`, { description: 'before' });
    const page = await test.open('/tasks/WEB-3', member);
    expectStatus(page, 412);
    await page.getByRole('button', { name: 'Edit description' }).click();
    const text = page.getByRole('textbox', { name: 'Description' });
    await text.fill('mine');
    await admin.api.put(`/tasks/${three.id}`, { description: 'theirs' });
    await page.getByRole('button', { name: 'Save' }).click();
    const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' });
    await conflict.getByText(`${admin.name} changed “Description” while you did.`).waitFor();
    await expectAccessible(page);
    await conflict.getByRole('button', { name: 'Edit both' }).click();
    await conflict.waitFor({ state: 'detached' });
    expect(await text.inputValue()).toBe('mine\n\ntheirs');
    await page.getByRole('button', { name: 'Save' }).click();
    await eventually('both are kept', async () => (await descriptionOf(three)) === 'mine\n\ntheirs');
    await closeClean(page);
  });

  it('is taken, dated and selected by keys, and has its menu by a right click', async () => {
    const { member } = test.company;
    const page = await test.open('/projects/WEB/list?sortBy=createdAt&sortOrder=asc', member);
    const link = (name: RegExp) => page.getByRole('row', { name }).getByRole('link');
    await link(/One/).focus();
    await page.keyboard.press('ArrowDown');
    await link(/Two/).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('i');
    const read = async (): Promise<{ assigneeId: string; dueDate: string | null }> =>
      (await member.api.get(`/tasks/${tasks[1]!.id}`)).body;
    await eventually('it is mine', async () => (await read()).assigneeId === member.id);
    await page.keyboard.press('d');
    const date = page.getByLabel('Due date of WEB-2').and(page.locator('input'));
    await date.fill('2031-05-06');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await eventually('it is due', async () => (await read()).dueDate === '2031-05-06T00:00:00.000Z');
    await link(/Two/).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Shift+J');
    await page.getByRole('toolbar', { name: 'Bulk actions' }).getByText('2 selected').waitFor();
    await page.keyboard.press('Escape');
    await link(/One/).click({ button: 'right' });
    await page.getByRole('menu', { name: 'Actions for WEB-1' }).waitFor();
    await page.keyboard.press('Escape');
    await page.goto('/projects/WEB/board');
    await page.getByRole('article', { name: 'WEB-3 Three' }).getByRole('link').focus();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('article', { name: 'WEB-2 Two' }).getByRole('link').and(page.locator(':focus')).waitFor();
    await closeClean(page);
  });
});
