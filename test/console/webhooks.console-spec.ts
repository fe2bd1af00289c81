import type { Locator } from 'playwright-core';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { createWebhook, type TestWebhook } from '../factories/webhook.factory.js';
import {
  chooseProperty,
  closeClean,
  ConsoleTest,
  describeConsole,
  expectAccessible,
  expectStatus,
} from '../support/console.js';
import { Receiver } from '../support/receiver.js';

describeConsole('webhooks', () => {
  let test: ConsoleTest;
  let receiver: Receiver;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await receiver.stop();
    await test.stop();
  });

  it('creates one with grouped events, shows its secret once, and shows what is wrong', async () => {
    const page = await test.open('/webhooks', test.company.admin);
    expectStatus(page, 400);
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    await dialog.getByLabel('URL').fill('nowhere');
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByLabel('URL').and(page.locator('[aria-invalid]')).waitFor();
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByRole('group', { name: 'Sprint' }).getByLabel('All sprint events').check();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    expect(await dialog.getByLabel('Secret').inputValue()).toMatch(/^whsec_[\w+/]{32}$/);
    await dialog.getByRole('button', { name: 'Copy secret' }).waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    await page.getByRole('link', { name: new URL(receiver.url).host }).waitFor();
    const [made] = (await test.company.admin.api.get<{ events: string[] }[]>('/webhooks')).body;
    expect(made?.events).toEqual(expect.arrayContaining(['sprint.*', 'task.*']));
    await closeClean(page);
  });

  it('shows deliveries with request and answer, and delivers again', async () => {
    const { admin, member } = test.company;
    const { id } = await createWebhook(admin, { url: receiver.url });
    const { id: projectId } = await createProject(member, { name: 'Website', key: 'WEB' });
    const before = receiver.requests.length;
    await createTask(member, projectId, { title: 'Told' });
    await receiver.received(before + 1);
    const page = await test.open(`/webhooks/${id}`, admin);
    await page.getByRole('heading', { level: 1, name: new URL(receiver.url).host }).waitFor();
    const table = page.getByRole('table', { name: 'Deliveries' });
    await table.getByRole('row', { name: /task\.created delivered 204/ }).waitFor();
    await expectAccessible(page);
    await table.getByRole('button', { name: 'task.created' }).click();
    const dialog = page.getByRole('dialog', { name: 'task.created' });
    await dialog.getByText('"title":"Told"').waitFor();
    await dialog.getByRole('region', { name: 'Attempts' }).getByText('204').waitFor();
    await page.keyboard.press('Escape');
    await table.getByRole('button', { name: 'Redeliver' }).press('Enter');
    await receiver.received(before + 2);
    await page.getByRole('button', { name: 'Send test event' }).press('Enter');
    await table.getByRole('row', { name: /ping delivered/ }).waitFor();
    await chooseProperty(page, 'Event', 'ping');
    await table.getByRole('row', { name: /task\.created/ }).waitFor({ state: 'detached' });
    expect(new URL(page.url()).search).toBe('?event=ping');
    await closeClean(page);
  });

  it('makes a new secret for a new receiver, and redelivers what failed', async () => {
    const { admin, member } = test.company;
    const gone = { url: 'http://127.0.0.1:9/gone', retryCount: 0, events: ['label.*'] };
    const { id } = await createWebhook(admin, gone);
    await member.api.post('/labels', { name: 'told', color: '#FF0000' });
    const page = await test.open(`/webhooks/${id}`, admin);
    await page.getByRole('heading', { level: 1, name: '127.0.0.1:9' }).waitFor();
    await page.getByRole('button', { name: 'Redeliver failed' }).waitFor();
    await page.getByRole('button', { name: 'Actions for 127.0.0.1:9' }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog', { name: 'Edit' });
    await dialog.getByLabel('URL').fill(receiver.url);
    await dialog.getByRole('button', { name: 'Save' }).click();
    expect(await dialog.getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Done' }).click();
    const before = receiver.requests.length;
    await page.getByRole('button', { name: 'Redeliver failed' }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByText('1 delivery is sent once more').waitFor();
    await receiver.received(before + 1);
    await closeClean(page);
  });

  it('keeps what it does not show, and says what another host is not told', async () => {
    const { admin } = test.company;
    const kept = { events: ['*'], retryCount: 2, active: false };
    const { id } = await createWebhook(admin, {
      ...kept,
      url: 'https://all.example.com/hook',
      headers: { 'X-Team': 'blue' },
    });
    const stored = async () => (await admin.api.get<TestWebhook>(`/webhooks/${id}`)).body;
    const page = await test.open(`/webhooks/${id}`, admin);
    const edit = async (host: string) => {
      await page.getByRole('button', { name: `Actions for ${host}` }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      return page.getByRole('dialog', { name: 'Edit' });
    };
    const note = (dialog: Locator) => dialog.getByText('headers must be given anew');
    const dialog = await edit('all.example.com');
    expect(await dialog.getByLabel('All events').isChecked()).toBe(true);
    await dialog.getByLabel('URL').fill('https://all.example.com/other');
    expect(await note(dialog).count()).toBe(0);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const headers = { 'X-Team': '***' };
    expect(await stored()).toMatchObject({ ...kept, url: 'https://all.example.com/other', headers });

    const moving = await edit('all.example.com');
    await moving.getByLabel('URL').fill('https://new.example.com/hook');
    await note(moving).waitFor();
    await moving.getByRole('button', { name: 'Save' }).click();
    expect(await moving.getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
    await moving.getByRole('button', { name: 'Done' }).click();
    expect(await stored()).toMatchObject({ ...kept, url: 'https://new.example.com/hook', headers: {} });
    await closeClean(page);
  });

  it('sends only events of tasks that match its filter, which stays when the rest is edited', async () => {
    const { admin } = test.company;
    const path = `${new URL(receiver.url).origin}/filtered`;
    const page = await test.open('/webhooks', admin);
    await page.getByRole('button', { name: 'New webhook' }).click();
    const dialog = page.getByRole('dialog', { name: 'New webhook' });
    await dialog.getByLabel('URL').fill(path);
    const box = dialog.getByRole('combobox', { name: 'Filter' });
    await box.fill('priority = High');
    await box.blur();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create webhook' }).click();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const stored = async () =>
      (await admin.api.get<TestWebhook[]>('/webhooks')).body.find(({ url }) => url.startsWith(path));
    const made = await stored();
    expect(made?.filter).toBe('priority = High');

    await page.goto(`${new URL(page.url()).origin}/webhooks/${made?.id}`);
    await page.getByText('priority = High').waitFor();
    const edit = async () => {
      await page.getByRole('button', { name: /^Actions for / }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
      return page.getByRole('dialog', { name: 'Edit' });
    };
    const kept = await edit();
    const sent = page.waitForRequest((request) => request.method() === 'PUT');
    await kept.getByLabel('URL').fill(`${path}/2`);
    await kept.getByRole('button', { name: 'Save' }).click();
    expect((await sent).postDataJSON()).not.toHaveProperty('filter');
    await kept.waitFor({ state: 'detached' });
    expect(await stored()).toMatchObject({ url: `${path}/2`, filter: 'priority = High' });

    const emptied = await edit();
    await emptied.getByRole('combobox', { name: 'Filter' }).fill('');
    await emptied.getByRole('combobox', { name: 'Filter' }).blur();
    await emptied.getByRole('button', { name: 'Save' }).click();
    await emptied.waitFor({ state: 'detached' });
    expect((await stored())?.filter).toBeNull();
    await page.getByText('priority = High').waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('rotates the secret, switches off and deletes after a confirmation', async () => {
    const { admin } = test.company;
    const { id } = await createWebhook(admin, { url: 'https://rotated.example.com/hook' });
    const page = await test.open(`/webhooks/${id}`, admin);
    await page.getByRole('button', { name: 'Rotate secret' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rotate secret' });
    await dialog.getByRole('button', { name: 'Rotate secret' }).click();
    expect(await dialog.getByLabel('Secret').inputValue()).not.toBe('');
    await dialog.getByRole('button', { name: 'Done' }).click();
    const menu = page.getByRole('button', { name: 'Actions for rotated.example.com' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Disable' }).click();
    await page.getByText('Inactive').waitFor();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
    await page.getByRole('link', { name: 'rotated.example.com' }).waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('is not found for a member', async () => {
    const page = await test.open('/webhooks', test.company.member);
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    const main = page.getByRole('navigation', { name: 'Main' });
    expect(await main.getByRole('link', { name: 'Webhooks' }).count()).toBe(0);
    await closeClean(page);
  });
});
