import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { dayIn } from '../support/clock.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('a sprint', () => {
  let test: ConsoleTest;
  let address: string;
  let projectId: string;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { member } = test.company;
    ({ id: projectId } = await createProject(member, { name: 'Website', key: 'WEB' }));
    const { id } = (
      await member.api.post<{ id: string }>('/sprints', {
        projectId,
        name: 'Sprint 1',
        goal: 'Done by Friday',
        startDate: '2027-01-01T00:00:00.000Z',
        endDate: '2027-01-15T00:00:00.000Z',
      })
    ).body;
    await createTask(member, projectId, { title: 'One', estimatedHours: 5, sprintId: id });
    await createTask(member, projectId, { title: 'Two', estimatedHours: 3, sprintId: id, status: 'Done' });
    await member.api.post(`/sprints/${id}/start`);
    address = `/projects/WEB/sprints/${id}`;
  });
  afterAll(() => test.stop());

  it('shows its goal, its dates, and its burndown as a chart and as a table', async () => {
    const page = await test.open(address, test.company.viewer);
    await page.getByRole('heading', { level: 1, name: 'Sprint 1' }).waitFor();
    await page.getByText('Done by Friday').waitFor();
    await page.getByText('Jan 1, 2027 – Jan 15, 2027').waitFor();
    await page.getByRole('progressbar', { name: '1 of 2 done' }).waitFor();
    await page.getByRole('img', { name: 'Burndown' }).locator('canvas').waitFor();
    const table = page.getByRole('table', { name: 'Burndown' });
    expect(await table.getByRole('columnheader').allInnerTexts()).toEqual(['Date', 'Remaining', 'Ideal', 'Done']);
    const last = table.getByRole('row').last().getByRole('cell');
    expect([await last.first().innerText(), await last.last().innerText()]).toEqual(['5', '1']);
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: /Complete sprint|Actions for Sprint/ }).count()).toBe(0);
    await closeClean(page);
  });

  it('names what was carried over', async () => {
    const { member } = test.company;
    const { body } = await member.api.post<{ id: string }>('/sprints', { projectId, name: 'Sprint 9' });
    const { tid } = await createTask(member, projectId, { title: 'Left open', sprintId: body.id });
    await member.api.post(`/sprints/${body.id}/cancel`);
    const page = await test.open(`/projects/WEB/sprints/${body.id}`, test.company.viewer);
    const region = page.getByRole('region', { name: 'Carried over' });
    await region.getByRole('link', { name: `${tid} Left open` }).click();
    await page.getByRole('dialog').getByRole('heading', { name: 'Left open' }).waitFor();
    await closeClean(page);
  });

  it('draws each day over its own name', async () => {
    const midnight = (days: number) => `${dayIn(days)}T00:00:00.000Z`;
    const body = { projectId, name: 'Sprint 0', startDate: midnight(-3), endDate: midnight(3) };
    const { id } = (await test.company.member.api.post<{ id: string }>('/sprints', body)).body;
    const page = await test.open('/', test.company.viewer);
    // What is written on the canvas.
    await page.addInitScript(`{
      globalThis.written = [];
      const { fillText } = CanvasRenderingContext2D.prototype;
      CanvasRenderingContext2D.prototype.fillText = function (text, ...place) {
        written.push(text);
        fillText.call(this, text, ...place);
      };
    }`);
    await page.goto(`/projects/WEB/sprints/${id}`);
    const days = page.getByRole('table', { name: 'Burndown' }).getByRole('rowheader');
    await days.nth(3).waitFor();
    const first = await days.first().innerText();
    await eventually('the first day is named', async () => (await page.evaluate<string[]>('written')).includes(first));
    await closeClean(page);
  });

  it('takes its steps on its page, down to its deletion', async () => {
    const { member } = test.company;
    const { id: other } = await createProject(member, { name: 'Steps', key: 'STEP' });
    const [first, second] = await Promise.all(
      ['Sprint 1', 'Sprint 2'].map((name) => member.api.post<{ id: string }>('/sprints', { projectId: other, name })),
    );
    await createTask(member, other, { title: 'One', sprintId: first!.body.id });
    const page = await test.open(`/projects/STEP/sprints/${first!.body.id}`, member);
    await page.getByRole('button', { name: 'Start sprint' }).click();
    await page.getByRole('dialog', { name: 'Start sprint' }).getByRole('button', { name: 'Start sprint' }).click();
    await page.getByRole('button', { name: 'Complete sprint' }).click();
    const complete = page.getByRole('dialog', { name: 'Complete sprint' });
    await complete.getByText('1 open task').waitFor();
    await complete.getByLabel('Move open tasks to').selectOption({ label: 'Sprint 2' });
    await expectAccessible(page);
    await complete.getByRole('button', { name: 'Complete sprint' }).click();
    await page.getByText('Completed', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /Actions for Sprint/ }).count()).toBe(0);
    await page.goto(`/projects/STEP/sprints/${second!.body.id}`);
    await page.getByRole('link', { name: 'STEP-1 One' }).waitFor();
    await page.getByRole('button', { name: 'Actions for Sprint 2' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit sprint' }).press('Enter');
    const edit = page.getByRole('dialog', { name: 'Edit sprint' });
    await edit.getByLabel('Name').fill('The last');
    await edit.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('heading', { level: 1, name: 'The last' }).waitFor();
    await page.getByRole('button', { name: 'Actions for The last' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Delete sprint' }).press('Enter');
    await page.getByRole('dialog', { name: 'Delete sprint' }).getByRole('button', { name: 'Delete sprint' }).click();
    await page.getByRole('heading', { level: 1, name: 'Sprint planning' }).waitFor();
    expect((await member.api.get(`/sprints?projectId=${other}&status=planned`)).body).toEqual([]);
    await closeClean(page);
  });

  it('groups its tasks by status, and changes them by mouse and by keyboard', async () => {
    const page = await test.open(address, test.company.member);
    await page.getByRole('region', { name: 'Backlog' }).getByRole('button', { name: 'Actions for WEB-1' }).click();
    await page.getByRole('menuitem', { name: 'Move to In Progress' }).click();
    const row = page.getByRole('region', { name: 'In Progress' }).getByRole('link', { name: 'WEB-1 One' });
    await row.waitFor();
    await row.focus();
    await page.keyboard.press('s');
    await page.getByRole('listbox', { name: 'Status of WEB-1' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'In Review' }).getByRole('link', { name: 'WEB-1 One' }).waitFor();
    await page.getByRole('link', { name: 'WEB-1 One' }).click();
    await page.getByRole('dialog', { name: 'WEB-1 One' }).waitFor();
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('is not found at an unknown address', async () => {
    const page = await test.open('/projects/WEB/sprints/none', test.company.member);
    expectStatus(page, 404);
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await closeClean(page);
  });
});
