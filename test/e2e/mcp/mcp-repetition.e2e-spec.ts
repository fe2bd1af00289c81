import type { TestCompany } from '../../factories/company.factory.js';
import { createProjectWithTasks } from '../../factories/task.factory.js';
import { result } from '../../support/answers.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

/** Messages of agents that are sent again with their Idempotency-Key. */

let service: TestService;
let company: TestCompany;
let tid: string;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  tid = (await createProjectWithTasks(company.member, 'One')).tasks[0].tid;
});
afterAll(() => service.stop());

const comment = (body: string) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 'add_comment', arguments: { task: tid, body } },
});
const send = (message: object, key: string, query = '') => {
  const headers = { Accept: 'application/json, text/event-stream', 'Idempotency-Key': key };
  return company.member.api.post(`/mcp${query}`, message, { headers });
};
const countOf = async (body: string): Promise<number> => {
  const { body: comments } = await company.member.api.get<{ body: string }[]>(`/tasks/${tid}/comments`);
  return comments.filter((one) => one.body === body).length;
};

it('is carried out once, and answered in the same way', async () => {
  const first = await send(comment('Once'), 'once');
  expect(first.status).toBe(200);
  expect(first.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
  expect(first.body).toMatchObject({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text' }] } });
  const second = await send(comment('Once'), 'once');
  expect(second.headers.get('Idempotency-Replayed')).toBe('true');
  expect(result(second)).toEqual(result(first));
  expect(await countOf('Once')).toBe(1);
});

it('is a 409 with the key of another message, and while the first is under way', async () => {
  await send(comment('Mine'), 'mine');
  const other = await send(comment('Another'), 'mine');
  expect([other.status, other.body.error.code, other.headers.get('Retry-After')]).toEqual([409, 'CONFLICT', null]);
  expect((await send(comment('Mine'), 'mine', '?readonly=1')).status).toBe(409);

  await service.database.rows('BEGIN');
  const lock = 'SELECT FROM tasks WHERE company_id = $1 AND tid = $2 FOR UPDATE';
  await service.database.rows(lock, [company.id, tid]);
  const first = send(comment('Slow'), 'slow');
  await service.database.lockWaits(1);
  const meanwhile = await send(comment('Slow'), 'slow');
  expect([meanwhile.status, meanwhile.headers.get('Retry-After')]).toEqual([409, '1']);
  await service.database.rows('COMMIT');
  expect((await first).status).toBe(200);
  expect(await countOf('Slow')).toBe(1);
});

it('does not repeat the work of a process that died before it answered', async () => {
  const { body } = await send(comment('Whole'), 'whole');
  await service.database.rows('DELETE FROM stored_responses WHERE key = $1', ['whole']);
  const again = await send(comment('Whole'), 'whole');
  expect(again.headers.get('Idempotency-Replayed')).toBeNull();
  expect(again.body).toEqual(body);
  expect(await countOf('Whole')).toBe(1);
});

it('leaves the key unused when the protocol refuses the message, and keeps no answer of a notification', async () => {
  expect((await send({ jsonrpc: '2.0', id: 1 }, 'unused')).status).toBe(400);
  expect((await send(comment('Used'), 'unused')).status).toBe(200);
  const notification = { jsonrpc: '2.0', method: 'notifications/initialized' };
  for (const answer of [await send(notification, 'told'), await send(notification, 'told')]) {
    expect([answer.status, answer.headers.get('Idempotency-Replayed')]).toEqual([202, null]);
  }
  expect((await send(comment('Told'), 'told')).status).toBe(200);
});
