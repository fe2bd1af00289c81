import { createProject } from '../factories/project.factory.js';
import { createTask, createTasks } from '../factories/task.factory.js';
import { checkedImport, importIn } from '../support/import-steps.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';

const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString();

describeConsole('my work', () => {
  let test: ConsoleTest;
  let projectId: string;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { member } = test.company;
    ({ id: projectId } = await createProject(member, { name: 'Website', key: 'WEB' }));
    const mine = { assigneeId: member.id };
    const late = await createTask(member, projectId, { ...mine, title: 'Late', dueDate: inDays(-2) });
    await createTask(member, projectId, { ...mine, title: 'Soon', dueDate: inDays(1), status: 'In Progress' });
    await createTask(member, projectId, { ...mine, title: 'Read', status: 'In Review' });
    await createTask(member, projectId, { ...mine, title: 'Over', dueDate: inDays(-2), status: 'Done' });
    const waiting = await createTask(member, projectId, { ...mine, title: 'Waits' });
    await member.api.post(`/tasks/${waiting.id}/blockers`, { taskId: late.id });
    await createTask(member, projectId, { title: 'Of nobody', dueDate: inDays(1) });
  });
  afterAll(() => test.stop());

  it('groups my tasks by urgency, and shows recent activity', async () => {
    const page = await test.open('/', test.company.member);
    const titlesOf = (name: string) =>
      page
        .getByRole('region', { name, exact: true })
        .getByRole('link')
        .allInnerTexts()
        .then((texts) => texts.map((text) => text.split('\n').at(-1)));
    await page.getByRole('region', { name: 'Overdue' }).getByRole('link', { name: 'WEB-1 Late' }).waitFor();
    expect(await titlesOf('Due this week')).toEqual(['Soon']);
    expect(await titlesOf('In progress')).toEqual([]);
    expect(await titlesOf('In review')).toEqual(['Read']);
    expect(await titlesOf('Blocked')).toEqual(['Waits']);
    await page.getByRole('region', { name: 'Lately' }).getByRole('link', { name: 'Of nobody' }).waitFor();
    // What another region names is not named again.
    expect((await titlesOf('Lately')).toSorted()).toEqual(['Of nobody', 'Over']);
    await expectAccessible(page);
    await closeClean(page);
  });

  it('folds its regions, which stay so', async () => {
    const page = await test.open('/', test.company.member);
    const overdue = page.getByRole('region', { name: 'Overdue' });
    await overdue.getByRole('link', { name: 'WEB-1 Late' }).waitFor();
    await page.getByRole('button', { name: 'Collapse Overdue' }).press('Enter');
    await overdue.getByRole('link').waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('button', { name: 'Expand Overdue' }).waitFor();
    expect(await overdue.getByRole('link').count()).toBe(0);
    await closeClean(page);
  });

  it('shows an owner the first steps until they are dismissed', async () => {
    const page = await test.open('/', test.company.owner);
    const steps = page.getByRole('region', { name: 'First steps' });
    for (const name of ['Create a project', 'Invite people', 'Bring your tasks', 'Meet a colleague'])
      await steps.getByRole('link', { name }).waitFor();
    expect(await steps.getByRole('listitem').getByText('Done').count()).toBe(3);
    await expectAccessible(page);
    await steps.getByRole('button', { name: 'Dismiss' }).press('Enter');
    await steps.waitFor({ state: 'detached' });
    await page.reload();
    await page.getByRole('region', { name: 'Lately' }).getByRole('listitem').first().waitFor();
    expect(await steps.count()).toBe(0);
    await closeClean(page);
  });

  it('opens and finishes a task by keyboard alone', async () => {
    const page = await test.open('/', test.company.member);
    const link = page.getByRole('region', { name: 'In review' }).getByRole('link', { name: 'WEB-3 Read' });
    await link.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'WEB-3 Read' }).getByRole('combobox', { name: 'Status' }).waitFor();
    await page.keyboard.press('s');
    await page.getByRole('listbox', { name: 'Status' }).waitFor();
    await page.keyboard.type('Done');
    await page.keyboard.press('Enter');
    await page.getByRole('listbox').waitFor({ state: 'detached' });
    await page.keyboard.press('Escape');
    await link.waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('names the rest of my tasks, which no other region names', async () => {
    const { admin } = test.company;
    const mine = { assigneeId: admin.id };
    const old = await createTask(admin, projectId, { ...mine, title: 'Mine for long' });
    await createTasks(
      admin,
      projectId,
      Array.from({ length: 15 }, (_, place) => `Newer ${place}`),
    );
    const page = await test.open('/', admin);
    const others = page.getByRole('region', { name: 'Also assigned to you' });
    await others.getByRole('link', { name: `${old.tid} Mine for long` }).waitFor();
    expect(await page.getByRole('link', { name: 'Mine for long' }).count()).toBe(1);
    // What "Lately" names is not named again.
    await admin.api.put(`/tasks/${old.id}`, { priority: 'High' });
    await page.getByRole('region', { name: 'Lately' }).getByRole('link', { name: 'Mine for long' }).waitFor();
    await others.waitFor({ state: 'detached' });
    await expectAccessible(page);
    await closeClean(page);
  });

  it('says what to do next when I have no tasks, and offers a viewer no changes', async () => {
    const page = await test.open('/', test.company.viewer);
    await page.getByText('Nothing is assigned to you').waitFor();
    await page.getByRole('button', { name: 'Actions for WEB-1' }).first().click();
    await page.getByRole('menuitem').first().waitFor();
    expect(await page.getByRole('menuitem').allInnerTexts()).toEqual(['Open']);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'See the projects' }).click();
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    await closeClean(page);
  });

  it('leaves out of "Lately" what was imported, until it changes', async () => {
    const { owner, member } = test.company;
    const made = await checkedImport(
      owner,
      test.service.baseUrl,
      { source: 'csv', projectId },
      'id,title\nA-1,Brought',
    );
    await owner.api.post(`/imports/${String(made['id'])}/start`);
    const { state } = await importIn(owner, String(made['id']), 'done');
    expect(state).toBe('done');
    const later = await createTask(member, projectId, { title: 'Made after it' });
    const page = await test.open('/', member);
    const lately = page.getByRole('region', { name: 'Lately' });
    await lately.getByRole('link', { name: `${later.tid} Made after it` }).waitFor();
    expect(await lately.getByRole('link', { name: 'Brought' }).count()).toBe(0);
    // What happens to its tasks afterwards is no import.
    const [brought] = (await owner.api.get('/tasks?search=Brought')).body;
    await owner.api.put(`/tasks/${brought.id}`, { priority: 'High' });
    await lately.getByRole('link', { name: 'Brought' }).waitFor();
    await page.goto(`/search?q=Brought`);
    await page.getByRole('main').getByRole('link', { name: 'Brought' }).click();
    await page.getByRole('region', { name: 'Activity' }).getByText('imported the task').waitFor();
    await closeClean(page);
  });
});
