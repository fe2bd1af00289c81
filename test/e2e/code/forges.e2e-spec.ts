import type { Provider } from '#schema/code.js';
import { createCompany, createUser, type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { bodyOf, createConnection, sendFrom, type Json } from '../../support/forge.js';
import { startTestService, type TestService } from '../../support/test-service.js';

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService();
  company = await createCompany(service.api);
});
afterAll(() => service.stop());

interface Story {
  readonly provider: Provider;
  readonly url: string;
  /** Opened, a reviewer asked, approved, a check failed, merged. */
  readonly bodies: readonly [string, string, string, string, string];
  readonly push: string;
}

const STORIES: Story[] = [
  {
    provider: 'github',
    url: 'https://github.com/acme/web/pull/41',
    bodies: [
      'github-pull_request-opened',
      'github-pull_request-review_requested',
      'github-pull_request_review-submitted',
      'github-check_suite-completed',
      'github-pull_request-closed',
    ],
    push: 'github-push',
  },
  {
    provider: 'gitlab',
    url: 'https://gitlab.example.com/acme/web/-/merge_requests/41',
    bodies: [
      'gitlab-merge_request-open',
      'gitlab-merge_request-reviewer',
      'gitlab-merge_request-approved',
      'gitlab-pipeline',
      'gitlab-merge_request-merge',
    ],
    push: 'gitlab-push',
  },
  ...(['gitea', 'forgejo'] as const).map((provider): Story => ({
    provider,
    url: `https://${provider}.example.com/acme/web/pulls/41`,
    bodies: [
      `${provider}-pull_request-opened`,
      `${provider}-pull_request-review_requested`,
      `${provider}-pull_request_approved`,
      `${provider}-status`,
      `${provider}-pull_request-closed`,
    ],
    push: `${provider}-push`,
  })),
  {
    provider: 'bitbucket',
    url: 'https://bitbucket.org/acme/web/pull-requests/41',
    bodies: [
      'bitbucket-pullrequest-created',
      'bitbucket-pullrequest-updated',
      'bitbucket-pullrequest-approved',
      'bitbucket-commit_status',
      'bitbucket-pullrequest-fulfilled',
    ],
    push: 'bitbucket-push',
  },
];

describe.each(STORIES)('$provider', ({ provider, url, bodies, push }) => {
  it('tells of a pull request from opening to merging, and the task moves with it', async () => {
    const { owner } = await createCompany(service.api);
    const { id: projectId } = await createProject(owner);
    const task = await createTask(owner, projectId);
    const connection = await createConnection(owner, { provider, name: 'Forge' });
    const states: unknown[] = [];
    for (const name of bodies) {
      const { status, body } = await sendFrom(service, connection, bodyOf(name, task.tid));
      expect([status, body]).toEqual([202, {}]);
      const [link] = (await owner.api.get(`/tasks/${task.id}/code`)).body;
      const read = (await owner.api.get(`/tasks/${task.id}`)).body;
      states.push([read.status, link.state, link.review, link.checks]);
    }
    expect(states).toEqual([
      ['In Progress', 'open', null, null],
      ['In Review', 'open', 'asked', null],
      ['In Review', 'open', 'approved', null],
      ['In Review', 'open', 'approved', 'failed'],
      ['Done', 'merged', 'approved', 'failed'],
    ]);
    const [link] = (await owner.api.get(`/tasks/${task.id}/code`)).body;
    expect(link).toMatchObject({
      connectionId: connection.id,
      kind: 'pull_request',
      repository: 'acme/web',
      number: 41,
      title: 'Sign in with a code',
      url,
      closes: true,
      branch: 'sign-in',
      targetBranch: 'main',
    });
    const deliveries = (await owner.api.get(`/code-connections/${connection.id}/deliveries`)).body;
    expect(deliveries.map(({ status, tids }: Json) => [status, tids])).toEqual(
      bodies.map(() => ['applied', [task.tid]]),
    );
  });

  it('tells of commits that close a task, and of whose they are', async () => {
    const { owner } = company;
    const mia = await createUser(owner, 'MEMBER', 'Mia Meyer');
    const { id: projectId } = await createProject(owner);
    const task = await createTask(owner, projectId);
    const connection = await createConnection(owner, { provider, name: 'Forge' });
    await sendFrom(service, connection, bodyOf(push, task.tid, mia.email));
    const [link] = (await owner.api.get(`/tasks/${task.id}/code`)).body;
    expect(link).toMatchObject({
      kind: 'commit',
      number: null,
      state: null,
      closes: true,
      branch: 'main',
      at: '2026-11-02T09:00:00.000Z',
      author: { name: 'Mia Meyer', userId: mia.id },
    });
    const [change] = (await owner.api.get(`/tasks/${task.id}/activity`)).body;
    expect(change).toMatchObject({
      actor: { type: 'integration', id: connection.id, name: 'Forge', userId: mia.id },
      event: 'task.updated',
      changes: { status: { to: 'Done' } },
    });
  });
});

it('a ping is taken, and is no task', async () => {
  const { owner } = company;
  const connection = await createConnection(owner);
  await sendFrom(service, connection, bodyOf('github-ping', 'X-1'), 'ping-1');
  const [delivery] = (await owner.api.get(`/code-connections/${connection.id}/deliveries`)).body;
  expect(delivery).toMatchObject({ deliveryId: 'ping-1', event: 'ping', status: 'applied', reason: null, tids: [] });
});

it('branches are linked by their names, and are closed when they are deleted', async () => {
  const { owner } = company;
  const { id: projectId } = await createProject(owner);
  const task = await createTask(owner, projectId);
  const connection = await createConnection(owner);
  const read = async () => (await owner.api.get(`/tasks/${task.id}/code`)).body[0];
  await sendFrom(service, connection, bodyOf('github-create', task.tid));
  expect(await read()).toMatchObject({
    kind: 'branch',
    title: `${task.tid.toLowerCase()}-sign-in`,
    state: 'open',
    closes: false,
  });
  await sendFrom(service, connection, bodyOf('github-delete', task.tid));
  expect((await read()).state).toBe('closed');
});
