import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { closeClean, ConsoleTest, describeConsole, expectAccessible } from '../support/console.js';
import { bodyOf, createConnection, postFrom } from '../support/forge.js';

describeConsole('code', () => {
  let test: ConsoleTest;
  beforeAll(async () => (test = await ConsoleTest.start()));
  afterAll(() => test.stop());

  it('connections are made in three steps, and say what came', async () => {
    const { owner } = test.company;
    await createProject(owner, { name: 'Website', key: 'WEB' });
    const page = await test.open('/settings/code', owner, { permissions: ['clipboard-read', 'clipboard-write'] });
    await page.getByRole('heading', { level: 1, name: 'Code' }).waitFor();
    await page.getByRole('button', { name: 'New connection' }).click();
    const dialog = page.getByRole('dialog', { name: 'New connection' });
    await dialog.getByLabel('Forge').selectOption({ label: 'Gitea' });
    await dialog.getByRole('button', { name: 'Next' }).click();
    await dialog.getByLabel('Website').check();
    await dialog.getByRole('button', { name: 'Create connection' }).click();
    await dialog.getByText('At Gitea').waitFor();
    await expectAccessible(page);
    expect(await dialog.getByLabel('Address').inputValue()).toMatch(/\/api\/code\/[\da-f-]{36}$/);
    expect(await dialog.getByLabel('Secret').inputValue()).toMatch(/^whsec_/);
    await dialog.getByRole('button', { name: 'Copy address' }).click();
    await page.getByText('Address copied').waitFor();
    await dialog.getByRole('button', { name: 'Done' }).click();
    const row = page.getByRole('table', { name: 'Connections' }).getByRole('row', { name: /^Gitea/ });
    await row.getByText('Website').waitFor();
    await page.getByRole('heading', { name: 'Last deliveries' }).waitFor();
    await row.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog', { name: 'Delete' }).getByRole('button', { name: 'Delete' }).click();
    await row.waitFor({ state: 'detached' });
    await closeClean(page);
  });

  it('a task shows its pull requests, and links one', async () => {
    const { owner } = test.company;
    const { id: projectId, key } = await createProject(owner, { name: 'Shop', key: 'SHOP' });
    const task = await createTask(owner, projectId, { title: 'Sign in' });
    const connection = await createConnection(owner);
    await postFrom(owner.api.as(undefined), connection, bodyOf('github-pull_request-opened', task.tid));
    await postFrom(owner.api.as(undefined), connection, bodyOf('github-check_suite-completed', task.tid));
    const page = await test.open(`/tasks/${task.tid}`, owner, { permissions: ['clipboard-read', 'clipboard-write'] });
    const region = page.getByRole('region', { name: 'Code', exact: true });
    await region.getByRole('link', { name: 'Sign in with a code' }).waitFor();
    await region.getByText('acme/web#41').waitFor();
    await region.getByText('Checks failed').waitFor();
    await region.getByRole('button', { name: 'Copy branch name' }).click();
    await page.getByText(`Copied olga/${task.tid.toLowerCase()}-sign-in`).waitFor();
    await region.getByRole('button', { name: 'Link pull request' }).click();
    const dialog = page.getByRole('dialog', { name: 'Link pull request' });
    await dialog.getByLabel('Address of the pull request').fill('https://github.com/acme/web/pull/7');
    await dialog.getByRole('button', { name: 'Link', exact: true }).click();
    await region.getByRole('link', { name: 'acme/web#7' }).waitFor();
    await expectAccessible(page);
    await page.getByText('opened acme/web#41').waitFor();
    await closeClean(page);
    const board = await test.open(`/projects/${key}/board`, owner);
    await board
      .getByRole('article', { name: `${task.tid} Sign in` })
      .getByText('Checks failed')
      .waitFor();
    await closeClean(board);
  });
});
