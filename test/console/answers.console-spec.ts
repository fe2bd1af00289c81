import { createColleague, scan, type TestColleague } from '../factories/colleague.factory.js';
import { createUser, type TestUser } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { makePromise, promisesOf } from '../factories/promise.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import { DAY, dayIn, iso } from '../support/clock.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('what colleagues ask', () => {
  let test: ConsoleTest;
  let projectId: string;
  let stella: TestColleague;
  let mia: TestUser;
  let task: TestTask;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    ({ id: projectId } = await createProject(test.company.owner, { name: 'Website', key: 'WEB' }));
    stella = await createColleague(test.company.owner, { name: 'Stella', notifications: { inbox: true } });
  });
  beforeEach(async () => {
    mia = await createUser(test.company.owner, 'MEMBER', 'Mia Member');
    const late = { title: 'Fix the form', assigneeId: mia.id, dueDate: iso(Date.now() - 3 * DAY) };
    task = await createTask(test.company.owner, projectId, late);
    await scan(test.company.owner, stella);
    await eventually('Mia is asked', async () => (await mia.api.get('/inbox?reason=colleague')).body.length === 1);
  });
  afterAll(() => test.stop());

  const open = async (address = `/tasks/${task.tid}`, options = {}) => test.open(address, mia, options);
  const untilOf = async () => (await promisesOf(mia, task))[0]?.until;
  const friday = (): string => {
    const days = ((5 - new Date().getDay() + 6) % 7) + 1;
    return dayIn(days);
  };

  it('stands on the task, and a day with words answers it', async () => {
    const page = await open();
    const asked = page.getByRole('region', { name: 'Asked of you' });
    await asked.getByText('Stella').waitFor();
    await expectAccessible(page);
    await asked.getByRole('button', { name: 'Answer', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Answer' });
    for (const name of ['Today', 'Tomorrow', 'Friday', 'Next week']) {
      await dialog.getByRole('button', { name, exact: true }).waitFor();
    }
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Friday', exact: true }).click();
    expect(await dialog.getByLabel('By').inputValue()).toBe(friday());
    await dialog.getByLabel('Words').fill('half done');
    await dialog.getByRole('button', { name: 'Promise', exact: true }).click();
    await asked.waitFor({ state: 'detached' });
    await page.getByText(/^Promised for \S+ by Mia Member$/).waitFor();
    expect(await promisesOf(mia, task)).toMatchObject([{ until: friday(), words: 'half done', source: 'console' }]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await asked.waitFor({ state: 'detached' });
    await eventually('it is withdrawn', async () => (await promisesOf(mia, task))[0]?.state === 'withdrawn');
    await closeClean(page);
  });

  it('is answered with two keys in the inbox', async () => {
    const page = await open('/inbox');
    await page.getByRole('region', { name: 'Entries' }).getByText('Fix the form', { exact: true }).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('p');
    await page.keyboard.press('Enter');
    await eventually('tomorrow is promised', async () => (await untilOf()) === dayIn(1));
    await page.getByRole('dialog', { name: 'Answer' }).waitFor({ state: 'detached' });
    await page.locator('[data-entry]:focus').waitFor();
    await page.keyboard.press('p');
    await page.getByRole('dialog', { name: 'Answer' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await eventually('Friday is promised', async () => (await untilOf()) === friday());
    await closeClean(page);
  });

  it('is answered with one tap on a phone', async () => {
    const page = await open(undefined, { phone: true, colorScheme: 'dark' });
    const asked = page.getByRole('region', { name: 'Asked of you' });
    await asked.waitFor();
    await expectAccessible(page);
    await asked.getByRole('button', { name: 'Promise for Friday' }).tap();
    await eventually('Friday is promised', async () => (await untilOf()) === friday());
    await asked.waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('opens from a link, and is said to be done, blocked, not mine, or asked too often', async () => {
    const blocker = await createTask(test.company.owner, projectId, { title: 'Find the cause' });
    const answers: [string, () => Promise<boolean>][] = [
      ['Stop asking', async () => (await mia.api.get(`/tasks/${task.id}`)).body.mutes[0]?.colleagueId === stella.id],
      ['It is blocked', async () => (await mia.api.get(`/tasks/${task.id}/blockers`)).body[0]?.id === blocker.id],
      ['Not mine', async () => (await mia.api.get(`/tasks/${task.id}`)).body.assigneeId === null],
      ['Done', async () => (await mia.api.get(`/tasks/${task.id}`)).body.status === 'Done'],
    ];
    for (const [name, isDone] of answers) {
      const page = await open(`/tasks/${task.tid}?answer`);
      const dialog = page.getByRole('dialog', { name: 'Answer' });
      await dialog.getByRole('button', { name, exact: true }).click();
      if (name === 'It is blocked') {
        await dialog.getByRole('combobox', { name: 'Find a task' }).fill('Find the cause');
        await dialog.getByRole('option', { name: /Find the cause/ }).click();
      }
      await eventually(name, isDone);
      await dialog.waitFor({ state: 'detached' });
      expect(new URL(page.url()).search).toBe('');
      await closeClean(page);
    }
  });

  it('is over once the task is done, of which a link says so', async () => {
    await mia.api.put(`/tasks/${task.id}`, { status: 'Done' });
    const page = await open(`/tasks/${task.tid}?answer`);
    await page.getByText(`${task.tid} is done`, { exact: true }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(new URL(page.url()).search).toBe('');
    await closeClean(page);
  });

  it('is for no viewer to answer', async () => {
    const page = await test.open(`/tasks/${task.tid}?answer`, test.company.viewer);
    await page.getByRole('heading', { name: 'Fix the form' }).first().waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    await closeClean(page);
  });
});

describeConsole('promises', () => {
  let test: ConsoleTest;
  beforeAll(async () => {
    test = await ConsoleTest.start();
  });
  afterAll(() => test.stop());

  it('stand in lists and the history, appear without a reload, and colleagues are named in comments', async () => {
    const { owner, member } = test.company;
    const { id: projectId } = await createProject(owner, { name: 'Website', key: 'WEB' });
    const task = await createTask(owner, projectId, { title: 'Write it', assigneeId: member.id });
    const stella = await createColleague(owner, { name: 'Stella' });
    const page = await test.open('/projects/WEB/list', member, { viewport: { width: 1920, height: 900 } });
    const table = page.getByRole('table', { name: 'Tasks' });
    await table.getByText('Write it').waitFor();
    await makePromise(member, task);
    await table.getByRole('columnheader', { name: 'Promised' }).waitFor();
    await table.getByText(/^(Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day$/).waitFor();
    await page.goto(`/tasks/${task.tid}`);
    const activity = page.getByRole('region', { name: 'Activity' });
    await activity.getByText(/promised it by/).waitFor();
    const comment = activity.getByRole('textbox', { name: 'Comment' });
    await comment.pressSequentially('@Stel');
    await page.getByRole('listbox', { name: 'People' }).getByRole('option', { name: 'Stella' }).waitFor();
    await page.keyboard.press('Enter');
    await comment.pressSequentially('tomorrow');
    await page.keyboard.press('Control+Enter');
    await activity.getByText(/^Noted: /).waitFor();
    await page.getByText(`Promised for tomorrow by ${member.name}`).waitFor();
    await page.goto(`/colleagues/${stella.id}`);
    await page.getByRole('columnheader', { name: 'Promises' }).waitFor();
    await closeClean(page);
  });
});
