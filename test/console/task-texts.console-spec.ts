import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('the texts of a task', () => {
  let test: ConsoleTest;
  let projectId: string;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    ({ id: projectId } = await createProject(test.company.member, { name: 'Parts', key: 'PART' }));
  });
  afterAll(() => test.stop());

  it('ticks the boxes of a description and of own comments', async () => {
    const { tid, id } = await createTask(test.company.member, projectId, {
      title: 'Boxes',
      description: '- [ ] same\n- [ ] same\n- [x] other',
    });
    const { api } = test.company.member;
    const { body: comment } = await api.post(`/tasks/${id}/comments`, { body: '1. [ ] sign it' });
    await test.company.admin.api.post(`/tasks/${id}/comments`, { body: '- [ ] of another' });
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    const region = page.getByRole('region', { name: 'Description' });
    await region.getByRole('checkbox', { name: 'same' }).nth(1).click();
    await eventually('it is written', async () => {
      const { body } = await api.get(`/tasks/${id}`);
      return body.description === '- [ ] same\n- [x] same\n- [x] other';
    });
    await page.getByRole('checkbox', { name: 'sign it' }).click();
    await eventually('it is written, too', async () => {
      const { body } = await api.get(`/comments/${String(comment.id)}`);
      return body.body === '1. [x] sign it';
    });
    expect(await page.getByRole('checkbox', { name: 'of another' }).isDisabled()).toBe(true);
    await expectAccessible(page);
    await test.company.admin.api.put(`/tasks/${id}`, { description: '- [ ] gone' });
    await closeClean(page);
  });

  it('links addresses as Jira writes them without their brackets', async () => {
    const { tid } = await createTask(test.company.member, projectId, {
      title: 'Moved in',
      description: 'See [the guide|https://example.com/a/b], [https://example.com/c] and https://example.com/d?e[]=f.',
    });
    const page = await test.open(`/tasks/${tid}`, test.company.viewer);
    const links = page.getByRole('region', { name: 'Description' }).getByRole('link');
    await links.nth(2).waitFor();
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      'https://example.com/a/b',
      'https://example.com/c',
      'https://example.com/d?e[]=f',
    ]);
    await closeClean(page);
  });

  it('leads from the number of a task to the task, where there is one', async () => {
    const { member } = test.company;
    const named = await createTask(member, projectId, { title: 'Named' });
    const { tid } = await createTask(member, projectId, {
      title: 'Names others',
      description: `As ${named.tid} says, not PART-9999, UTF-8 or [see ${named.tid}](https://example.com/).`,
    });
    const page = await test.open(`/tasks/${tid}`, member);
    const region = page.getByRole('region', { name: 'Description' });
    await region.getByRole('link', { name: named.tid, exact: true }).waitFor();
    expect(await region.getByRole('link').allInnerTexts()).toEqual([named.tid, `see ${named.tid}`]);
    await expectAccessible(page);
    await region.getByRole('link', { name: named.tid, exact: true }).click();
    await page.getByRole('dialog', { name: `${named.tid} Named` }).waitFor();
    await closeClean(page);
  });

  it('keeps what others wrote when a box is ticked, and asks when its line is gone', async () => {
    const { tid, id } = await createTask(test.company.member, projectId, { title: 'Races', description: '- [ ] mine' });
    const { api } = test.company.admin;
    const page = await test.open(`/tasks/${tid}`, test.company.member);
    expectStatus(page, 412);
    const box = page.getByRole('checkbox', { name: 'mine' });
    await box.waitFor();
    let theirs = 'New first line\n- [ ] mine';
    // Written just before the page reads it.
    await page.route(`**/api/tasks/${id}`, async (route) => {
      if (route.request().method() === 'GET') await api.put(`/tasks/${id}`, { description: theirs });
      await route.continue();
    });
    await box.click();
    await eventually('both are kept', async () => {
      theirs = 'New first line\n- [x] mine';
      return (await api.get(`/tasks/${id}`)).body.description === theirs;
    });
    theirs = 'Nothing to tick';
    await box.dispatchEvent('click');
    const conflict = page.getByRole('dialog', { name: 'Changed meanwhile' });
    await conflict.getByText('Nothing to tick').waitFor();
    await conflict.getByRole('button', { name: 'Take theirs' }).click();
    await page.getByRole('region', { name: 'Description' }).getByText('Nothing to tick').waitFor();
    await closeClean(page);
  });

  it('is copied by keys and as Markdown', async () => {
    const { tid } = await createTask(test.company.member, projectId, { title: 'Fix Sign-in: Größe & Élan' });
    const page = await test.open('/', test.company.member);
    await page.addInitScript(
      `Object.defineProperty(navigator, 'clipboard', { value: { writeText: async (text) => { globalThis.copied = text; } } })`,
    );
    await page.goto(`/tasks/${tid}`);
    await page.getByRole('combobox', { name: 'Status' }).waitFor();
    const copied = () => page.evaluate(() => (globalThis as { copied?: string }).copied);
    await page.keyboard.press('Control+.');
    await eventually('the tid', async () => (await copied()) === tid);
    await page.keyboard.press('Control+Shift+.');
    await eventually('the branch', async () => (await copied()) === `${tid.toLowerCase()}-fix-sign-in-gro-e-elan`);
    await page.getByRole('button', { name: 'Copy as Markdown' }).click();
    const markdown = `[${tid} Fix Sign-in: Größe & Élan](${test.origin}/tasks/${tid})`;
    await eventually('the link', async () => (await copied()) === markdown);
    await closeClean(page);
  });

  it('shows what a description was, and brings it back', async () => {
    const { member, admin, viewer } = test.company;
    const { tid, id } = await createTask(member, projectId, { title: 'Rewritten', description: 'First\nSecond' });
    await admin.api.put(`/tasks/${id}`, { description: 'First\nThird' });
    const page = await test.open(`/tasks/${tid}`, member);
    await page.getByRole('button', { name: 'History of the description' }).click();
    const dialog = page.getByRole('dialog', { name: 'History of the description' });
    const changes = dialog.getByRole('group', { name: 'What changed' });
    await changes.getByText('Third').waitFor();
    expect((await changes.innerText()).replace(/[^\w:]+/g, ' ').trim()).toBe('First Removed: Second Added: Third');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Restore' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByRole('region', { name: 'Description' }).getByText('Second').waitFor();
    expect((await viewer.api.get(`/tasks/${id}`)).body.description).toBe('First\nSecond');
    await closeClean(page);
    const reader = await test.open(`/tasks/${tid}`, viewer);
    await reader.getByRole('button', { name: 'History of the description' }).click();
    await reader.getByRole('dialog').getByText('Present').waitFor();
    expect(await reader.getByRole('button', { name: 'Restore' }).count()).toBe(0);
    await closeClean(reader);
  });
});
