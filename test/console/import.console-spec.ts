import { createProject } from '../factories/project.factory.js';
import { exported } from '../support/archives.js';
import {
  chooseProperty,
  closeClean,
  ConsoleTest,
  describeConsole,
  expectAccessible,
  expectStatus,
} from '../support/console.js';

const SHEET = 'id,title,status,assignee\nA-1,One,To Do,Max Member\nA-2,Two,Odd,Nobody\nA-3,,To Do,\n';
const fileOf = (text: string) => ({ name: 'tasks.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

describeConsole('imports', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('checks a file, imports it and undoes that', async () => {
    const { admin } = test.company;
    const project = await createProject(admin, { name: 'Website', key: 'WEB' });
    const page = await test.open('/settings/profile', admin);
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Import' }).press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Import' }).waitFor();
    await page.getByText('Nothing has been imported yet.').waitFor();
    await page.getByRole('radio', { name: 'CSV' }).check();
    await page.getByLabel('Project').selectOption({ label: 'Website' });
    await page.getByLabel('File').setInputFiles(fileOf(SHEET));
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Check' }).press('Enter');
    await page.getByRole('button', { name: 'Import 2 tasks' }).waitFor();
    await page.getByRole('combobox', { name: 'Nobody here' }).selectOption({ label: 'Ada Admin' });
    const row = (table: string, name: RegExp) => page.getByRole('table', { name: table }).getByRole('row', { name });
    await row('People', /Max Member/).waitFor();
    await row('Statuses', /Odd/).waitFor();
    await row('Problems', /title/i).first().waitFor();
    await row('Fields', /^id Key of origin 3$/).waitFor();
    await row('Fields', /^title Title 2$/).waitFor();
    await expectAccessible(page);
    await page.reload();
    await page.getByRole('button', { name: 'Import 2 tasks' }).click();
    await page.getByRole('button', { name: 'Undo import' }).waitFor();
    expect((await admin.api.get(`/tasks?projectId=${project.id}`)).body).toHaveLength(2);
    await row('Imports', /^tasks\.csv Done Website/).waitFor();
    await page.getByRole('button', { name: 'Undo import' }).press('Enter');
    await page.getByRole('dialog', { name: 'Undo import' }).getByRole('button', { name: 'Undo import' }).click();
    await row('Imports', /Undone/).waitFor();
    expect((await admin.api.get(`/tasks?projectId=${project.id}`)).body).toEqual([]);
    await closeClean(page);
  });

  it('asks what the columns of a sheet become', async () => {
    const { admin } = test.company;
    const project = await createProject(admin, { name: 'Sheets', key: 'SHE' });
    const page = await test.open('/settings/import', admin);
    await page.getByRole('radio', { name: 'CSV' }).check();
    await page.getByLabel('Project').selectOption({ label: 'Sheets' });
    const sheet = 'Nr;"What; exactly";How urgent\nS-1;Walk;high\nS-2;Run;low\n';
    await page.getByLabel('File').setInputFiles(fileOf(sheet));
    const columns = page.getByRole('group', { name: 'Columns' });
    await chooseProperty(page, 'Column “Nr”', 'Title');
    await chooseProperty(page, 'Column “What; exactly”', 'Title');
    await columns.getByRole('combobox', { name: 'Column “Nr”' }).getByText('By its name').waitFor();
    await chooseProperty(page, 'Column “How urgent”', 'Priority');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Import 2 tasks' }).click();
    await page.getByRole('row', { name: /^tasks\.csv Done Sheets/ }).waitFor();
    const tasks = (await admin.api.get<object[]>(`/tasks?projectId=${project.id}`)).body;
    expect(tasks).toHaveLength(2);
    expect(tasks).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ title: 'Run', priority: 'Low' }),
        expect.objectContaining({ title: 'Walk', priority: 'High' }),
      ]),
    );
    await closeClean(page);
  });

  it('makes lanes of the statuses that are none', async () => {
    const { admin } = test.company;
    await createProject(admin, { name: 'Garden', key: 'GARD' });
    const page = await test.open('/settings/import', admin);
    await page.getByRole('radio', { name: 'CSV' }).check();
    await page.getByLabel('Project').selectOption({ label: 'Garden' });
    const sheet = 'title,status\nDig,Ideas\nPlant,Growing\nWater,To Do\nPick,Done ✅\n';
    await page.getByLabel('File').setInputFiles(fileOf(sheet));
    await page.getByRole('button', { name: 'Check' }).click();
    const becomes = page.getByRole('combobox', { name: 'What Growing becomes' });
    await becomes.waitFor();
    expect(await becomes.locator('option:checked').textContent()).toBe('Keep “Growing”');
    await page.getByRole('button', { name: 'Make lanes of these 2' }).press('Enter');
    await becomes.locator('option:checked', { hasText: 'New lane “Growing”' }).waitFor({ state: 'attached' });
    expect(await page.getByRole('button', { name: /^Make / }).count()).toBe(0);
    await becomes.selectOption({ label: 'In Progress' });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import 4 tasks' }).click();
    await page.getByRole('button', { name: 'Undo import' }).waitFor();
    const lanes = (await admin.api.get<{ name: string }[]>('/workflow-lanes')).body.map(({ name }) => name);
    expect(lanes).toContain('Ideas');
    expect(lanes).not.toContain('Growing');
    await closeClean(page);
  });

  it('takes a dropped file into a new project, and shows at the field what is wrong', async () => {
    const page = await test.open('/settings/import', test.company.owner, { phone: true });
    expectStatus(page, 400);
    await page.getByRole('radio', { name: 'CSV' }).check();
    const dropped = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([${JSON.stringify(SHEET)}], 'dropped.csv', { type: 'text/csv' }));
      return transfer;
    })()`);
    await page.getByLabel('File').dispatchEvent('drop', { dataTransfer: dropped });
    await page.getByText('Chosen: dropped.csv').waitFor();
    await page.getByLabel('Name').fill('Shop');
    await page.getByLabel('Key').fill('1');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByLabel('Key').and(page.locator('[aria-invalid]')).waitFor();
    await page.getByLabel('Key').fill('shop');
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Import 2 tasks' }).waitFor();
    await page.getByRole('row', { name: /^dropped\.csv Checked A new project/ }).waitFor();
    await closeClean(page);
  });

  it('takes the archive of a company, which brings its projects itself', async () => {
    const { owner } = test.company;
    const { bytes } = await exported(test.service, owner);
    const page = await test.open('/settings/import', owner);
    await page.getByRole('radio', { name: 'Archive' }).check();
    const project = page.getByLabel('Project');
    expect(await project.locator('option:checked').textContent()).toBe('As in the archive');
    expect(await page.getByLabel('Key').count()).toBe(0);
    await page.getByRole('radio', { name: 'CSV' }).check();
    expect(await project.locator('option:checked').textContent()).toBe('A new project');
    await page.getByRole('radio', { name: 'Archive' }).check();
    await page.getByLabel('File').setInputFiles({ name: 'archive.zip', mimeType: 'application/zip', buffer: bytes });
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: /^Import \d+ tasks$/ }).click();
    await page.getByRole('button', { name: 'Undo import' }).waitFor();
    const keys = (await owner.api.get<{ key: string }[]>('/projects')).body.map(({ key }) => key);
    expect(keys).toEqual(expect.arrayContaining(['WEB', 'WEB2']));
    await closeClean(page);
  });

  it('says in the tables of the report what the file does not have', async () => {
    const page = await test.open('/settings/import', test.company.owner);
    await page.getByRole('radio', { name: 'CSV' }).check();
    await page.getByLabel('Name').fill('Titles');
    await page.getByLabel('Key').fill('TITL');
    await page.getByLabel('File').setInputFiles(fileOf('title\nOne\n'));
    await page.getByRole('button', { name: 'Check' }).click();
    const none = {
      People: 'The file names nobody.',
      Statuses: 'The file names no statuses.',
      Problems: 'No problems.',
    };
    for (const [name, text] of Object.entries(none))
      await page.getByRole('table', { name }).getByRole('cell', { name: text }).waitFor();
    await expectAccessible(page);
    await closeClean(page);
  });

  it('shows how far a run is, also after a reload, and stops it', async () => {
    const { admin } = test.company;
    await createProject(admin, { name: 'Slow', key: 'SLOW' });
    const page = await test.open('/settings/import', admin);
    await page.getByRole('radio', { name: 'CSV' }).check();
    await page.getByLabel('Project').selectOption({ label: 'Slow' });
    await page.getByLabel('File').setInputFiles(fileOf(SHEET));
    await page.getByRole('button', { name: 'Check' }).click();
    await page.getByRole('button', { name: 'Import 2 tasks' }).waitFor();
    // As while the rows of a long file are written.
    const { body: rows } = await admin.api.get<{ name: string }[]>('/imports');
    const json = { ...rows.at(-1), state: 'running', progress: { done: 1_200, total: 4_800 } };
    await page.route(/\/api\/imports\/[\w-]{36}$/, (route) => route.fulfill({ json }));
    await page.reload();
    expect(await page.getByRole('progressbar', { name: '1,200 of 4,800' }).getAttribute('value')).toBe('25');
    await expectAccessible(page);
    expectStatus(page, 409);
    await page.getByRole('button', { name: 'Stop' }).click();
    await page.getByRole('region', { name: 'Notifications' }).getByText('running').waitFor();
    await page.unrouteAll({ behavior: 'wait' });
    await closeClean(page);
  });

  it('is not there for a member', async () => {
    const page = await test.open('/settings/import', test.company.member);
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await closeClean(page);
  });
});
