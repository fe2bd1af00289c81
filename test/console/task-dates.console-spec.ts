import { createProject } from '../factories/project.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('tasks', () => {
  let test: ConsoleTest;
  let projectId: string;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    ({ id: projectId } = await createProject(test.company.member, { name: 'Website', key: 'WEB' }));
  });
  afterAll(() => test.stop());

  const make = (input: object): Promise<TestTask> => createTask(test.company.member, projectId, input);

  it('shows and takes the start date beside the due date, and says what was reopened', async () => {
    const { tid, id } = await make({
      title: 'Begun',
      status: 'Done',
      startDate: '2027-01-04',
      dueDate: '2027-01-08',
    });
    const { member } = test.company;
    await member.api.put(`/tasks/${id}`, { status: 'To Do' });
    const page = await test.open(`/tasks/${tid}`, member);
    await page.getByRole('button', { name: /Jan 4, 2027, Start date|Start date/ }).click();
    await page.getByLabel('Start date').fill('2027-01-05');
    await eventually('the start is kept', async () => {
      const { body } = await member.api.get<{ startDate: string | null }>(`/tasks/${id}`);
      return body.startDate === '2027-01-05T00:00:00.000Z';
    });
    await page.getByRole('region', { name: 'Activity' }).getByText('changed the start date').waitFor();
    await page.getByRole('region', { name: 'Activity' }).getByText('Reopened').waitFor();
    await closeClean(page);
  });

  it('shows tasks that may be the same as a new one', async () => {
    await make({ title: 'Repair the fountain' });
    const page = await test.open('/projects/WEB/board', test.company.member);
    await page.getByRole('region', { name: 'Backlog' }).waitFor();
    await page.keyboard.press('c');
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByLabel('Title').fill('Repair fountain');
    const list = dialog.getByRole('list', { name: 'Similar tasks' });
    await list.getByRole('link', { name: /Repair the fountain$/ }).waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Title').fill('Else');
    await list.waitFor({ state: 'detached' });
    await closeClean(page);
  });
});
