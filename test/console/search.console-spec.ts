import { createProject } from '../factories/project.factory.js';
import { createTasks } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectStatus } from '../support/console.js';

const MANY = 60;

describeConsole('search', () => {
  let test: ConsoleTest;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { member } = test.company;
    const { id } = await createProject(member, { name: 'Website', key: 'WEB' });
    const { id: other } = await createProject(member, { name: 'Mobile app', key: 'APP' });
    await createTasks(member, id, ['Paint the fence', ...Array.from({ length: MANY }, (_, at) => `Walnut ${at}`)]);
    await createTasks(member, other, ['Paint the door']);
  });
  afterAll(() => test.stop());

  it('finds tasks of all projects while typing, and keeps the search in the address', async () => {
    const page = await test.open('/', test.company.member);
    await page.getByRole('heading', { level: 1, name: 'My work' }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('searchbox', { name: 'Search' }).fill('paint');
    await page.getByRole('status').getByText('2 tasks').waitFor();
    expect(new URL(page.url()).search).toBe('?q=paint');
    await page.reload();
    await page.getByRole('link', { name: 'WEB-1 Paint the fence' }).waitFor();
    await page.getByRole('link', { name: 'APP-1 Paint the door' }).click();
    await page.getByRole('dialog', { name: 'APP-1 Paint the door' }).waitFor();
    expect(new URL(page.url()).search).toBe('?q=paint&task=APP-1');
    await page.goBack();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('focuses its box with /, and says how many of the tasks it shows', async () => {
    const page = await test.open('/search?q=walnut', test.company.viewer);
    await page.getByRole('status').getByText(`The newest 50 of ${MANY} tasks`).waitFor();
    const first = page.getByRole('main').getByRole('link').first();
    await first.focus();
    await page.keyboard.press('/');
    await page.keyboard.type('s of nowhere');
    await page.getByText('Nothing fits').waitFor();
    await closeClean(page);
  });

  it('says that nothing matches, and what is wrong with a search', async () => {
    const page = await test.open('/search?q=zebra', test.company.viewer);
    expectStatus(page, 400);
    await page.getByText('Nothing fits “zebra”.').waitFor();
    await page.goto(`/search?q=${'z'.repeat(201)}`);
    await page.getByRole('alert').getByText('not valid').waitFor();
    await closeClean(page);
  });
});
