import { AuditNotes } from '#core/audit/audit-notes.js';
import { createAgent } from '../../factories/agent.factory.js';
import { announce, attach } from '../../factories/attachment.factory.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { createWebhook } from '../../factories/webhook.factory.js';
import { FORBIDDEN, result } from '../../support/answers.js';
import { eventually } from '../../support/eventually.js';
import { tokensMailedTo } from '../../support/mails.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

interface Entry {
  action: string;
  actor: { type: string; id: string | null };
  target: { type: string; id: string; name: string | null };
  changes: object | null;
}

let service: TestService;
let company: TestCompany;
let user: TestUser;
let project: TestProject;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  project = await createProject(company.owner);
});
beforeEach(async () => (user = await createUser(company.owner, 'MEMBER', 'Mia')));
afterAll(() => service.stop());

const entriesOf = async (targetId: string): Promise<Entry[]> =>
  (await company.owner.api.get(`/audit-log?targetId=${targetId}`)).body;
const byOwner = () => ({ type: 'user', id: company.owner.id });

it.each<[string, () => Promise<[targetId: string, expected: object]>]>([
  [
    'password.changed',
    async () => {
      const body = { currentPassword: user.password, newPassword: 'staple battery horse' };
      await user.api.put('/me/password', body);
      return [user.id, { actor: { type: 'user', id: user.id }, changes: null }];
    },
  ],
  [
    'password.reset_requested',
    async () => {
      await service.api.post('/password-reset', { email: user.email });
      return [user.id, { actor: { type: 'anonymous', id: null }, target: { type: 'user', name: 'Mia' } }];
    },
  ],
  [
    'user.invited',
    async () => {
      const invited = { email: `invited-${user.id}@example.com`, name: 'Ina', role: 'VIEWER' };
      const { body } = await company.owner.api.post('/users', invited);
      const changes = { email: { from: null, to: invited.email }, role: { from: null, to: 'VIEWER' } };
      return [body.id, { actor: byOwner(), target: { type: 'user', name: 'Ina' }, changes }];
    },
  ],
  [
    'colleague.created',
    async () => {
      const { body } = await company.owner.api.post('/virtual-colleagues', { name: 'Stella', role: 'scrum_master' });
      const changes = { name: { from: null, to: 'Stella' }, role: { from: null, to: 'scrum_master' } };
      return [body.id, { actor: byOwner(), target: { type: 'colleague', name: 'Stella' }, changes }];
    },
  ],
  [
    'colleague.changed',
    async () => {
      const { api } = company.owner;
      const { body } = await api.post('/virtual-colleagues', { name: 'Stella', role: 'scrum_master' });
      const chat = { webhookUrl: 'https://chat.example.com/secret' };
      const avatar = 'https://example.com/stella.png';
      await api.put(`/virtual-colleagues/${body.id}`, { avatar, notifications: { chat } });
      const changes = { avatar: { from: null, to: avatar }, chat: { from: '***', to: '***' } };
      return [body.id, { actor: byOwner(), changes }];
    },
  ],
  [
    'colleague.deleted',
    async () => {
      const { api } = company.owner;
      const { body } = await api.post('/virtual-colleagues', { name: 'Stella', role: 'scrum_master' });
      await api.delete(`/virtual-colleagues/${body.id}`);
      return [body.id, { actor: byOwner(), target: { type: 'colleague', name: 'Stella' } }];
    },
  ],
  [
    'webhook.changed',
    async () => {
      const { id } = await createWebhook(company.owner, {});
      await company.owner.api.put(`/webhooks/${id}`, { filter: 'status = Done' });
      return [id, { actor: byOwner(), changes: { filter: { from: null, to: 'status = Done' } } }];
    },
  ],
  [
    'file.deleted',
    async () => {
      const agent = await createAgent(company.owner);
      const { id: taskId } = await createTask(company.owner, project.id);
      const { id } = await announce({ ...company.owner, api: agent.api }, taskId, 5, { name: 'notes.txt' });
      await agent.api.delete(`/attachments/${id}`);
      return [id, { actor: { type: 'colleague', id: agent.id }, target: { type: 'file', name: 'notes.txt' } }];
    },
  ],
])('%s says who did it to what, and what changed', async (action, act) => {
  const [targetId, expected] = await act();
  await eventually('it is recorded', async () => (await entriesOf(targetId)).some((entry) => entry.action === action));
  const [newest] = await entriesOf(targetId);
  expect(newest).toMatchObject({ action, outcome: 'success', ...expected });
});

it('names who sets a password by the link of a mail', async () => {
  await service.api.post('/password-reset', { email: user.email });
  const [token] = await tokensMailedTo(user.email, service.configuration.dataDirectory, 1);
  await service.api.post('/password-reset/confirm', { token, password: 'staple battery horse' });
  const [newest] = await entriesOf(user.id);
  expect(newest).toMatchObject({ action: 'password.changed', actor: { type: 'user', id: user.id } });
});

it('notes what only its author, ADMIN and OWNER may take away', async () => {
  const { owner } = company;
  const { id: taskId } = await createTask(owner, project.id);
  const comment = await owner.api.post(`/tasks/${taskId}/comments`, { body: 'Mine' });
  const time = await owner.api.post(`/tasks/${taskId}/time-entries`, { hours: 1 });
  const view = await owner.api.post('/views', { name: 'Ours', visibility: 'company' });
  const file = await attach(service, owner, taskId, 'Mine');
  const paths = [
    `/comments/${comment.body.id}`,
    `/time-entries/${time.body.id}`,
    `/views/${view.body.id}`,
    `/attachments/${file.id}`,
  ];
  for (const path of paths) expect([path, ...result(await user.api.delete(path))]).toEqual([path, ...FORBIDDEN]);
  await service.app.get(AuditNotes).flush();
  const denied = (await owner.api.get(`/audit-log?action=permission.denied&actorId=${user.id}`)).body as Entry[];
  expect(denied.map(({ target }) => target.name).sort()).toEqual([
    'DELETE /api/attachments/:id',
    'DELETE /api/comments/:id',
    'DELETE /api/time-entries/:id',
    'DELETE /api/views/:id',
  ]);
});
