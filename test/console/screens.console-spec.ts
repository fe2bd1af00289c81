import { createColleague } from '../factories/colleague.factory.js';
import { createCompany } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import type { Route } from 'playwright-core';
import { closeClean, ConsoleTest, describeConsole, expectAccessible, expectStatus } from '../support/console.js';
import { eventually } from '../support/eventually.js';
import { OAuthProgram } from '../support/oauth-client.js';

/** Address, first heading, and what is there once the screen is whole. */
const SCREENS: [
  address: string,
  heading: string,
  role: Parameters<import('playwright-core').Page['getByRole']>[0],
  name: string,
][] = [
  ['/', 'My work', 'region', 'Lately'],
  ['/inbox', 'Inbox', 'region', 'Entries'],
  ['/projects', 'Projects', 'article', 'Website'],
  ['/projects/WEB/list', 'Website', 'table', 'Tasks'],
  ['/projects/WEB/calendar', 'Website', 'article', 'WEB-1 The first'],
  ['/projects/WEB/timeline', 'Website', 'button', 'Today'],
  ['/projects/WEB/epics', 'Epics', 'article', 'Launch'],
  ['/projects/WEB/insights', 'Insights', 'table', 'Open tasks'],
  ['/views', 'Views', 'table', 'Views'],
  ['/projects/WEB/settings', 'Project settings', 'button', 'Delete project'],
  ['/search?q=first', 'Search', 'link', 'WEB-1 The first'],
  ['/colleagues', 'Virtual colleagues', 'article', 'Scrum'],
  ['/agents', 'Agents', 'link', 'See the virtual colleagues'],
  ['/webhooks', 'Webhooks', 'button', 'New webhook'],
  ['/settings/profile', 'Profile', 'button', 'Change password'],
  ['/settings/api-keys', 'API keys', 'button', 'New key'],
  ['/settings/calendar', 'Calendar', 'button', 'New feed'],
  ['/settings/connections', 'Connected apps', 'table', 'Connected apps'],
  ['/settings/code', 'Code', 'button', 'New connection'],
  ['/settings/notifications', 'Notifications', 'table', 'Reasons'],
  ['/settings/company', 'Company', 'button', 'Save'],
  ['/settings/people', 'People', 'button', 'Invite people'],
  ['/settings/people?tab=teams', 'People', 'button', 'New team'],
  ['/settings/labels', 'Labels', 'button', 'New label'],
  ['/settings/templates', 'Templates', 'button', 'New template'],
  ['/settings/lanes', 'Workflow lanes', 'list', 'Lanes'],
];

describeConsole('every screen', () => {
  let test: ConsoleTest;
  beforeAll(async () => {
    test = await ConsoleTest.start();
    const { owner } = test.company;
    const { id: projectId } = await createProject(owner, { name: 'Website', key: 'WEB' });
    await createTask(owner, projectId, { title: 'The first', assigneeId: owner.id, priority: 'High' });
    await owner.api.post('/epics', { projectId, name: 'Launch' });
    await createColleague(owner, { name: 'Scrum', role: 'scrum_master' });
    await (await OAuthProgram.register(test.service.api)).connect(owner);
  });
  afterAll(() => test.stop());

  it.each(SCREENS)('%s shows its heading and content, and is accessible', async (address, heading, role, name) => {
    const page = await test.open(address, test.company.owner);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await page.getByRole('main').getByRole(role, { name }).first().waitFor();
    await expectAccessible(page);
    await closeClean(page);
  });

  it.each(['/webhooks', '/nowhere', '/projects/NONE/board'])('%s is not found for a viewer', async (address) => {
    const page = await test.open(address, test.company.viewer);
    await page.getByRole('heading', { level: 1, name: 'Not found' }).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).waitFor();
    await page.getByRole('link', { name: 'See the projects' }).click();
    await page.getByRole('heading', { level: 1, name: 'Projects' }).waitFor();
    expect(await page.getByRole('button', { name: /^New/ }).count()).toBe(0);
    await closeClean(page);
  });

  it('has places of a project that a thumb can hit', async () => {
    const page = await test.open('/projects/WEB/epics', test.company.viewer, { phone: true });
    await page.getByRole('article', { name: 'Launch' }).waitFor();
    for (const place of await page.getByRole('navigation', { name: 'Project' }).getByRole('link').all()) {
      const { width = 0, height = 0 } = (await place.boundingBox()) ?? {};
      expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    }
    await closeClean(page);
  });

  it('tells the next step on empty screens to those who may take it', async () => {
    const { owner, viewer } = await createCompany(test.service.api);
    const texts = async (address: string, fact: string, next: string) => {
      for (const [user, count] of [
        [owner, 1],
        [viewer, 0],
      ] as const) {
        const page = await test.open(address, user);
        await page.getByText(fact).waitFor();
        expect([address, await page.getByText(next).count()]).toEqual([address, count]);
        await closeClean(page);
      }
    };
    await texts('/', 'Nothing is assigned to you.', 'make one with c');
    await texts('/projects', 'No project yet.', 'Make the first one');
    await texts('/colleagues', 'No colleague yet.', '“New colleague” makes');
    await texts('/agents', 'No agent yet.', 'Make one of role Agent');
    await texts('/settings/labels', 'No label yet.', '“New label” makes');
    await texts('/settings/people?tab=teams', 'No team yet.', '“New team” makes');
    const { id: projectId } = await createProject(owner, { name: 'Empty', key: 'EMP' });
    await texts('/projects/EMP/epics', 'No epic yet.', '“New epic” makes');
    await texts('/projects/EMP/planning', 'No sprint is planned.', 'Make one');
    await owner.api.post('/sprints', { projectId, name: 'Sprint 1' });
    await texts('/projects/EMP/planning', 'The backlog is empty', 'Drag tasks here');
  });

  it('says so on every screen when nothing can be read, and tries again', async () => {
    const page = await test.open('/', test.company.owner);
    expectStatus(page, 500);
    const json = { error: { code: 'INTERNAL_ERROR', message: 'Nothing could be read' } };
    await page.getByRole('region', { name: 'Lately' }).getByRole('listitem').first().waitFor();
    const refuse = (route: Route) =>
      route.request().method() === 'GET' && !/session$|events|inbox/.test(route.request().url())
        ? route.fulfill({ status: 500, json })
        : route.continue();
    await page.route('**/api/**', refuse);
    const silent = ['/inbox', '/settings/profile'];
    for (const [address] of SCREENS.filter(([one]) => !silent.includes(one))) {
      await page.goto(address);
      await page.getByRole('button', { name: 'Try again' }).first().waitFor();
      await eventually(`${address} loads no more`, async () => (await page.getByLabel('Loading').count()) === 0);
    }
    await page.unroute('**/api/**');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.getByRole('list', { name: 'Lanes' }).waitFor();
    await closeClean(page);
  });

  it('says that the connection is lost, and recovers by itself', async () => {
    const page = await test.open('/projects/WEB/board', test.company.member);
    await page.getByRole('article', { name: 'WEB-1 The first' }).waitFor();
    await page.context().setOffline(true);
    await page.getByText('The connection is gone').waitFor();
    await page.context().setOffline(false);
    await page.getByText('The connection is gone').waitFor({ state: 'detached' });
    await page.context().close();
  });
});
