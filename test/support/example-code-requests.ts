import type { ExampleRequests } from './example-request.js';
import type { ExampleWorld } from './example-world.js';
import { bodyOf, createConnection, postFrom } from './forge.js';

/** Has a forge tell of a pull request of the task. */
async function tellOfCode({ company: { owner }, resources: { tasks = '' }, api }: ExampleWorld) {
  const connection = await createConnection(owner);
  const { tid } = (await owner.api.get<{ tid: string }>(`/tasks/${tasks}`)).body;
  await postFrom(api, connection, bodyOf('github-pull_request-opened', tid), '72d3162e-cc78-11e3-81ab-4c9367dc0958');
  return { connection, taskId: tasks };
}

/** Those of the code of tasks, and its connections. */
export const CODE_REQUESTS: ExampleRequests = {
  createCodeConnection: ({ resources: { projects = '' } }) => ({
    body: { name: 'GitHub', provider: 'github', projectIds: [projects], rules: { branches: ['default', 'release/*'] } },
  }),
  updateCodeConnection: () => ({ body: { rules: { onReview: null } } }),
  listCodeDeliveries: async (world) => {
    const { connection } = await tellOfCode(world);
    return { ids: [connection.id] };
  },
  receiveCodeEvent: async ({ company: { owner } }) => {
    const { id, secret } = await createConnection(owner, { provider: 'gitlab' });
    const { headers, body } = bodyOf('gitlab-merge_request-open', 'WEB-12', 'mia@example.com');
    return { ids: [id], body, headers: { ...headers, 'X-Gitlab-Token': secret } };
  },
  listTaskCode: async (world) => {
    const { taskId } = await tellOfCode(world);
    return { ids: [taskId] };
  },
  linkPullRequest: () => ({ body: { url: 'https://github.com/acme/web/pull/41' } }),
  unlinkTaskCode: async ({ company: { owner }, resources: { tasks = '' } }) => {
    const input = { url: 'https://github.com/acme/web/pull/42' };
    const { body } = await owner.api.post<{ id: string }>(`/tasks/${tasks}/code`, input);
    return { ids: [tasks, body.id] };
  },
};
