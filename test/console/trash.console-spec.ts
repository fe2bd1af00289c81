import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('the trash', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  async function project(key: string, ...titles: string[]) {
    const { owner } = test.company;
    const { id } = await createProject(owner, { name: `Project ${key}`, key });
    for (const title of titles) await createTask(owner, id, { title });
  }

  const remove = (tid: string) => test.company.owner.api.delete(`/tasks/${tid}`);
  const statusOf = async (tid: string) => (await test.company.owner.api.get(`/tasks/${tid}`)).status;

  it('restores a task, which says so', async () => {
    await project('RES', 'First', 'Second');
    await remove('RES-1');
    const page = await test.open('/projects/RES/trash', test.company.member);
    await page.getByRole('heading', { level: 1, name: 'Trash', exact: true }).waitFor();
    const table = page.getByRole('table', { name: 'Trash' });
    await table.getByRole('row', { name: /RES-1\s*First/ }).waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: 'Empty trash' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Delete RES-1' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Restore RES-1' }).click();
    await page.getByText('RES-1 restored').waitFor();
    await table.getByText('Nothing is in the trash.').waitFor();
    expect(await statusOf('RES-1')).toBe(200);
    await closeClean(page);
  });

  it('is emptied by an ADMIN, a task at a time or whole', async () => {
    await project('EMP', 'First', 'Second', 'Third');
    for (const tid of ['EMP-1', 'EMP-2', 'EMP-3']) await remove(tid);
    const page = await test.open('/projects/EMP/trash', test.company.admin);
    await page.getByRole('button', { name: 'Delete EMP-2' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete EMP-2' }).click();
    await page.getByRole('row', { name: /EMP-2/ }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Empty trash' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Empty trash' }).click();
    await page.getByText('Nothing is in the trash.').waitFor();
    await closeClean(page);
  });

  it('gets a deleted task at once, and gives it back by "Undo"', async () => {
    await project('UND', 'First');
    const page = await test.open('/projects/UND/board', test.company.member);
    const card = page.getByRole('article', { name: 'UND-1 First' });
    await card.getByRole('button', { name: 'Actions for UND-1' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await card.waitFor({ state: 'detached' });
    await eventually('the task is in the trash', async () => (await statusOf('UND-1')) === 404);
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await card.waitFor();
    expect(await statusOf('UND-1')).toBe(200);
    await closeClean(page);
  });
});

describeConsole('without a trash', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start({ trashDays: 0 })));
  afterAll(() => test.stop());

  it('it is asked before a task goes', async () => {
    const { owner } = test.company;
    const { id } = await createProject(owner, { name: 'Asked', key: 'ASK' });
    await createTask(owner, id, { title: 'First' });
    const page = await test.open('/projects/ASK/board', owner);
    await page.getByRole('button', { name: 'Actions for ASK-1' }).click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete' });
    await dialog.getByText('ASK-1 will be gone for good.').waitFor();
    expect((await owner.api.get('/tasks/ASK-1')).status).toBe(200);
    await dialog.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('article', { name: 'ASK-1 First' }).waitFor({ state: 'detached' });
    await eventually('the task is gone', async () => (await owner.api.get('/tasks/ASK-1')).status === 404);
    await closeClean(page);
  });
});
