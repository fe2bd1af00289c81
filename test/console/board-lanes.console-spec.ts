import { attach } from '../factories/attachment.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, drag, expectAccessible } from '../support/console.js';
import { eventually } from '../support/eventually.js';

const MOST_BYTES = 300 * 1024;

describeConsole('the lanes of a board', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('show the first fifty cards, count all, and show more', async () => {
    const { member } = test.company;
    const { id: projectId } = await createProject(member, { name: 'Many', key: 'MANY' });
    for (const status of ['Backlog', 'To Do']) {
      const count = status === 'Backlog' ? 120 : 3;
      const tasks = Array.from({ length: count }, (_, index) => ({
        projectId,
        status,
        title: `${status} ${index}`,
        estimatedHours: 2,
        description: 'Long '.repeat(2_000),
      }));
      for (let from = 0; from < count; from += 40)
        await member.api.post('/tasks/bulk-create', { tasks: tasks.slice(from, from + 40) });
    }
    const page = await test.open('/projects', member);
    let bytes = 0;
    page.on('response', async (response) => {
      if (response.url().includes('/api/tasks?')) bytes += (await response.body().catch(() => Buffer.alloc(0))).length;
    });
    await page.goto('/projects/MANY/board');
    const backlog = page.getByRole('region', { name: 'Backlog' });
    await backlog.getByText('120 tasks', { exact: true }).waitFor();
    await backlog.getByText('240 points', { exact: true }).waitFor();
    await page.getByRole('region', { name: 'To Do' }).getByText('3 tasks', { exact: true }).waitFor();
    await eventually('all has been counted', () => Promise.resolve(bytes > 1_000));
    expect(bytes).toBeLessThan(MOST_BYTES);
    const more = backlog.getByRole('button', { name: 'Show more' });
    await expectAccessible(page);
    await drag(page.getByRole('article').filter({ hasText: 'To Do 0' }), backlog, { x: 130, y: 60 });
    await backlog.getByText('121 tasks', { exact: true }).waitFor();
    await more.press('Enter');
    await more.waitFor({ state: 'detached' });
    await backlog.getByText('242 points', { exact: true }).waitFor();
    await closeClean(page);
  });

  it('have cards that say what hangs on a task, and its status where the lanes do not', async () => {
    const { member } = test.company;
    const { id: projectId } = await createProject(member, { name: 'Facts', key: 'FACTS' });
    const { id: parentId } = await createTask(member, projectId, { title: 'Parent', priority: 'High' });
    for (const status of ['Done', 'Done', 'To Do'])
      await createTask(member, projectId, { title: 'Part', parentId, status });
    await member.api.post(`/tasks/${parentId}/comments`, { body: 'One' });
    await attach(test.service, member, parentId, 'A', { name: 'a.txt' });
    const page = await test.open('/projects/FACTS/board?group=priority', member);
    const card = page.getByRole('article', { name: 'FACTS-1 Parent' });
    await card.getByText('2/3', { exact: true }).waitFor();
    for (const text of ['2 of 3 subtasks done', '1 comment', '1 file']) await card.getByText(text).waitFor();
    await card.getByRole('button', { name: 'Backlog, Status of FACTS-1' }).click();
    await page.getByRole('option', { name: 'In Progress' }).click();
    await card.getByRole('button', { name: 'In Progress, Status of FACTS-1' }).waitFor();
    await expectAccessible(page);
    await page.goto('/projects/FACTS/board');
    await card.getByText('2/3', { exact: true }).waitFor();
    expect(await card.getByRole('button', { name: /Status of/ }).count()).toBe(0);
    await closeClean(page);
  });

  it('have more room without the sidebar, which stays hidden in the browser', async () => {
    const { member } = test.company;
    await createProject(member, { name: 'Room', key: 'ROOM' });
    const page = await test.open('/projects/ROOM/board', member, { viewport: { width: 1440, height: 900 } });
    const lane = page.getByRole('region', { name: 'Backlog' });
    await lane.waitFor();
    expect((await lane.boundingBox())?.width).toBe(260);
    const filters = page.getByRole('group', { name: 'Filters' });
    expect((await filters.boundingBox())?.height).toBeLessThan(60);
    const main = page.getByRole('navigation', { name: 'Main' });
    await page.getByRole('button', { name: 'Hide sidebar' }).press('Enter');
    await main.waitFor({ state: 'hidden' });
    await page.reload();
    await page.getByRole('button', { name: 'Show sidebar' }).waitFor();
    await expectAccessible(page);
    await lane.waitFor();
    await page.keyboard.press('[');
    await main.waitFor();
    await page.reload();
    await main.waitFor();
    await closeClean(page);
  });

  it('show a new card', async () => {
    const { member } = test.company;
    const { id: projectId } = await createProject(member, { name: 'New', key: 'NEWS' });
    const tasks = Array.from({ length: 30 }, (_, index) => ({ projectId, title: `Old ${index}` }));
    await member.api.post('/tasks/bulk-create', { tasks });
    const page = await test.open('/projects/NEWS/board', member);
    const lane = page.getByRole('region', { name: 'Backlog' });
    await lane.getByRole('article').first().waitFor();
    await lane.getByRole('button', { name: 'Add task' }).click();
    await lane.getByLabel('Task title').fill('Brand new');
    await page.keyboard.press('Enter');
    const card = lane.getByRole('article', { name: /Brand new/ });
    await card.waitFor();
    await eventually('it is in view', async () => {
      const box = await card.boundingBox();
      return box !== null && box.y >= 0 && box.y + box.height <= 800;
    });
    await closeClean(page);
  });
});
