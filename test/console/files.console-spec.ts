import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { attach } from '../factories/attachment.factory.js';
import { createAgent } from '../factories/agent.factory.js';
import { createUser, type TestUser } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';

describeConsole('files of a task', () => {
  let test: ConsoleTest;
  let projectId: string;
  let png: Buffer;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    ({ id: projectId } = await createProject(test.company.member, { name: 'Website', key: 'WEB' }));
    png = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#7a3' } })
      .png()
      .toBuffer();
  });
  afterAll(() => test.stop());

  const make = (title: string): Promise<TestTask> => createTask(test.company.member, projectId, { title });
  const region = (page: Page) => page.getByRole('region', { name: 'Files' });
  const article = (page: Page, name: string) => region(page).getByRole('article', { name });
  const attachmentsOf = async ({ id }: TestTask) =>
    (await test.company.member.api.get(`/tasks/${id}`)).body.attachments as { id: string; name: string }[];
  const descriptionOf = async (id: string) =>
    String((await test.company.member.api.get(`/tasks/${id}`)).body.description);

  /** Gives a picture to an element as a browser does that drops or pastes it. */
  async function give(page: Page, selector: string, event: 'drop' | 'paste', name: string): Promise<void> {
    const init = event === 'drop' ? 'DragEvent("drop", { dataTransfer' : 'ClipboardEvent("paste", { clipboardData';
    await page.evaluate<undefined>(`{
      const bytes = Uint8Array.from(atob(${JSON.stringify(png.toString('base64'))}), (character) => character.charCodeAt(0));
      const data = new DataTransfer();
      data.items.add(new File([bytes], ${JSON.stringify(name)}, { type: 'image/png' }));
      const given = new ${init}: data, bubbles: true, cancelable: true });
      document.querySelector(${JSON.stringify(selector)}).dispatchEvent(given);
    }`);
  }

  it('are chosen, dropped and pasted, and stand in the region', async () => {
    const task = await make('Files');
    const page = await test.open(`/tasks/${task.tid}`, test.company.member);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add file' }).click();
    await (await chooser).setFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') }]);
    await article(page, 'notes.txt').getByText('5 B').waitFor();
    await give(page, 'main', 'drop', 'dropped.png');
    await article(page, 'dropped.png').getByRole('button', { name: 'Open dropped.png' }).waitFor();
    await give(page, 'main', 'paste', 'pasted.png');
    await article(page, 'pasted.png').getByRole('button', { name: 'Open pasted.png' }).waitFor();
    const names = (await attachmentsOf(task)).map(({ name }) => name);
    expect(names).toEqual(['notes.txt', 'dropped.png', 'pasted.png']);
    await expectAccessible(page);
    await page.getByRole('region', { name: 'Activity' }).getByText('attached notes.txt').waitFor();
    const download = page.waitForEvent('download');
    await article(page, 'notes.txt').getByRole('button', { name: 'Download' }).click();
    expect((await download).suggestedFilename()).toBe('notes.txt');
    await closeClean(page);
  });

  it('open large, one after the other, and are deleted once that is confirmed', async () => {
    const task = await make('Pictures');
    const { member } = test.company;
    for (const name of ['one.png', 'two.png']) await attach(test.service, member, task.id, png, { name });
    await attach(test.service, member, task.id, 'x', { name: 'x.bin' });
    const page = await test.open(`/tasks/${task.tid}`, member, { permissions: ['clipboard-read', 'clipboard-write'] });
    await article(page, 'one.png').getByRole('button', { name: 'Open one.png' }).press('Enter');
    const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
    await dialog('one.png').getByRole('img', { name: 'one.png' }).waitFor();
    await expectAccessible(page);
    // With the focus where the dialog has put it.
    await page.keyboard.press('ArrowRight');
    await dialog('two.png').waitFor();
    await page.keyboard.press('ArrowLeft');
    await dialog('one.png').getByRole('button', { name: 'Next' }).click();
    await dialog('two.png').getByRole('button', { name: 'Previous' }).click();
    await dialog('one.png').getByRole('button', { name: 'Next' }).press('ArrowRight');
    await dialog('two.png').getByRole('button', { name: 'Delete' }).click();
    await dialog('Delete').getByRole('button', { name: 'Delete' }).click();
    await dialog('two.png').waitFor({ state: 'detached' });
    await article(page, 'two.png').waitFor({ state: 'detached' });
    await article(page, 'one.png').getByRole('button', { name: 'Copy link' }).click();
    await page.getByText('Link copied').waitFor();
    const copied = await page.evaluate<string>('navigator.clipboard.readText()');
    expect(copied).toMatch(/\/api\/files\/[\da-f-]{36}\?expires=\d+&user=[\da-f-]{36}&signature=/);
    expect((await attachmentsOf(task)).map(({ name }) => name)).toEqual(['one.png', 'x.bin']);
    await closeClean(page);
  });

  it('show their progress, are cancelled, and say why they failed and go again', async () => {
    const task = await make('Slow');
    const page = await test.open(`/tasks/${task.tid}`, test.company.member);
    await page.getByRole('button', { name: 'Add file' }).waitFor();
    let fate: 'hold' | 'refuse' | 'go' = 'hold';
    await page.route('**/api/attachments/*/content', async (route) => {
      if (route.request().method() !== 'PUT' || fate === 'go') return route.continue();
      if (fate === 'hold') return undefined;
      const error = { code: 'CONFLICT', message: 'There are at most 2048 bytes', traceId: 'x' };
      return route.fulfill({ status: 409, contentType: 'application/json', body: JSON.stringify({ error }) });
    });
    await give(page, 'main', 'drop', 'slow.png');
    const slow = article(page, 'slow.png');
    await slow.getByRole('progressbar', { name: 'Uploading slow.png' }).waitFor();
    await expectAccessible(page);
    await slow.getByRole('button', { name: 'Cancel' }).click();
    await slow.waitFor({ state: 'detached' });
    await eventually('nothing waits', async () => {
      const { body } = await test.company.member.api.get(`/tasks/${task.id}/attachments`);
      return (body as unknown[]).length === 0;
    });
    fate = 'refuse';
    expectStatus(page, 409);
    await give(page, 'main', 'drop', 'slow.png');
    await slow.getByRole('alert').getByText('There are at most 2 KB').waitFor();
    fate = 'go';
    await slow.getByRole('button', { name: 'Try again' }).click();
    await slow.getByRole('button', { name: 'Open slow.png' }).waitFor();
    await closeClean(page);
  });

  it('are pasted into texts and shown there, those of other tasks as text', async () => {
    const task = await make('Texts');
    const other = await attach(test.service, test.company.member, (await make('Other')).id, png, { name: 'other.png' });
    const page = await test.open(`/tasks/${task.tid}`, test.company.member);
    const comments = page.getByRole('region', { name: 'Comments' });
    const box = page.getByRole('textbox', { name: 'Comment', exact: true });
    await box.fill(`Look: ![theirs](attachment:${other.id}) `);
    await give(page, 'textarea[aria-label=Comment]', 'paste', 'shot.png');
    await eventually('it stands in the text', async () =>
      /!\[shot\.png\]\(attachment:[\da-f-]{36}\)/.test(await box.inputValue()),
    );
    await page.getByRole('button', { name: 'Comment', exact: true }).click();
    const picture = page.getByRole('img', { name: 'shot.png', exact: true });
    await picture.waitFor();
    expect(await picture.getAttribute('src')).toMatch(/^\/api\/attachments\/[\da-f-]{36}\/preview\?size=1280$/);
    expect(await page.getByText(`![theirs](attachment:${other.id})`).count()).toBe(1);
    expect(await comments.count()).toBeLessThanOrEqual(1);
    await article(page, 'shot.png').waitFor();
    await closeClean(page);
  });

  it('are kept by "New task" and sent after "Create task"', async () => {
    const page = await test.open('/projects/WEB/board', test.company.member);
    await page.getByRole('button', { name: 'New task' }).click();
    const dialog = page.getByRole('dialog', { name: 'New task' });
    await dialog.getByLabel('Title').fill('With a picture');
    await dialog.getByLabel('Description').fill('Before ');
    await give(page, '[role=dialog] textarea', 'paste', 'new.png');
    await dialog.getByRole('list', { name: 'Pasted pictures' }).getByRole('img', { name: 'new.png' }).waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create task' }).click();
    const find = async () =>
      (await test.company.member.api.get('/tasks?search=picture')).body[0] as TestTask | undefined;
    await eventually('the description shows it', async () => {
      const made = await find();
      if (!made) return false;
      const [file] = await attachmentsOf(made);
      return file !== undefined && (await descriptionOf(made.id)) === `Before ![new.png](attachment:${file.id})`;
    });
    await closeClean(page);
  });

  it('are read-only for a VIEWER', async () => {
    const task = await make('Read');
    await attach(test.service, test.company.member, task.id, png, { name: 'seen.png' });
    const page = await test.open(`/tasks/${task.tid}`, test.company.viewer);
    await article(page, 'seen.png').getByRole('button', { name: 'Copy link' }).waitFor();
    expect(await region(page).getByRole('button', { name: 'Attach file' }).count()).toBe(0);
    expect(await region(page).getByRole('button', { name: 'Delete' }).count()).toBe(0);
    await closeClean(page);
  });

  it('of an agent are not the own of the user whose key it has', async () => {
    const { company, service } = test;
    const person = await createUser(company.owner, 'ADMIN');
    const agent = await createAgent(person);
    await company.owner.api.put(`/users/${person.id}`, { role: 'MEMBER' });
    await company.owner.api.put(`/projects/${projectId}/members/${person.id}`);
    const task = await make('Shared');
    await attach(service, person, task.id, 'Mine', { name: 'mine.txt' });
    await attach(service, { api: agent.api, token: agent.key } as TestUser, task.id, 'Its', { name: 'its.txt' });
    const page = await test.open(`/tasks/${task.tid}`, person);
    const deletions = (name: string) => article(page, name).getByRole('button', { name: 'Delete' });
    await deletions('mine.txt').waitFor();
    await article(page, 'its.txt').getByRole('button', { name: 'Copy link' }).waitFor();
    expect(await deletions('its.txt').count()).toBe(0);
    await closeClean(page);
  });

  it('and their bytes are told to ADMIN and OWNER', async () => {
    const page = await test.open('/settings/company', test.company.admin);
    await page
      .getByRole('region', { name: 'Files' })
      .getByText(/^[\d.]+ K?B of 10 GB$/)
      .waitFor();
    await closeClean(page);
  });
});
