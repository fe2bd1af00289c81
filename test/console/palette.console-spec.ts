import { createProject } from '../factories/project.factory.js';
import { createTasks, type TestTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';
import { eventually } from '../support/eventually.js';

interface Read {
  priority: string;
  assigneeId: string | null;
  labels: { name: string }[];
}

describeConsole('the palette', () => {
  let test: ConsoleTest;
  let tasks: TestTask[];
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { member } = test.company;
    const { id } = await createProject(member, { name: 'Website', key: 'WEB' });
    tasks = await createTasks(member, id, ['One', 'Two', 'Three']);
    await member.api.post('/labels', { name: 'bug', color: '#FF0000' });
    await test.company.owner.api.post('/views', { name: 'All of it' });
  });
  afterAll(() => test.stop());

  const read = async (index: number): Promise<Read> =>
    (await test.company.member.api.get<Read>(`/tasks/${tasks[index]!.id}`)).body;

  it('gives the task in focus, and the selection, what is chosen', async () => {
    const { member } = test.company;
    const page = await test.open('/projects/WEB/list', member);
    const box = page.getByRole('combobox', { name: 'Command palette' });
    const give = async (typed: string, option: string) => {
      await page.keyboard.press('ControlOrMeta+k');
      await box.fill(typed);
      await page.getByRole('option', { name: option, exact: true, selected: true }).waitFor();
      await page.keyboard.press('Enter');
      await box.waitFor({ state: 'detached' });
    };
    await page.getByRole('row', { name: /Two/ }).getByRole('link').focus();
    await page.keyboard.press('ControlOrMeta+k');
    const urgent = page.getByRole('option', { name: 'Priority: Urgent' });
    await urgent.locator('kbd').first().waitFor();
    expect(await urgent.locator('kbd').allInnerTexts()).toEqual(['p', '1']);
    await page.getByRole('group', { name: 'WEB-2' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    // Words in any order.
    await give('urgent prio', 'Priority: Urgent');
    await eventually('it is urgent', async () => (await read(1)).priority === 'Urgent');
    await page.getByRole('row', { name: /Two/ }).getByRole('link').and(page.locator(':focus')).waitFor();
    for (const number of [1, 3]) await page.getByLabel(`Select WEB-${number}`).check();
    await give('label bug', 'Label: bug');
    for (const index of [0, 2])
      await eventually('it has the label', async () => (await read(index)).labels.some(({ name }) => name === 'bug'));
    await give(`assignee ${member.name}`, `Assignee: ${member.name}`);
    for (const index of [0, 2])
      await eventually('it is assigned', async () => (await read(index)).assigneeId === member.id);
    expect((await read(1)).labels).toEqual([]);
    await closeClean(page);
  });

  it('creates, goes everywhere, and changes the theme', async () => {
    const page = await test.open('/projects/WEB/board', test.company.owner);
    await page.getByRole('article', { name: 'WEB-1 One' }).waitFor();
    const run = async (typed: string, option: string) => {
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('combobox', { name: 'Command palette' }).fill(typed);
      await page.getByRole('option', { name: option, exact: true }).click();
    };
    for (const name of ['New epic', 'New label', 'New team', 'New webhook']) {
      await run(name.toLowerCase(), name);
      await page.getByRole('dialog', { name }).waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('dialog', { name }).waitFor({ state: 'detached' });
    }
    await run('audit', 'Go to Audit log');
    await page.getByRole('heading', { level: 1, name: 'Audit log' }).waitFor();
    await run('all of', 'All of it');
    await page.getByRole('heading', { level: 1, name: 'All of it' }).waitFor();
    await run('dark', 'Theme: Dark');
    await page.locator('html[data-theme=dark]').waitFor();
    await run('bug', 'bug');
    await page.waitForURL(/labelIds=/);
    await run('sign', 'Sign out');
    await page.getByRole('heading', { level: 1, name: 'Sign in' }).waitFor();
    await closeClean(page);
  });

  it('offers a viewer nothing to change', async () => {
    const page = await test.open('/tasks/WEB-1', test.company.viewer);
    await page.getByRole('heading', { level: 1, name: 'One' }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('option', { name: 'Theme: Dark' }).waitFor();
    for (const name of [/^Priority/, 'New task', 'New label'])
      expect(await page.getByRole('option', { name }).count()).toBe(0);
    await closeClean(page);
  });
});
