import { CompanyDeletionTask } from '#modules/departure/company-deletion.task.js';
import { createCompany } from '../../factories/company.factory.js';
import { CodeWorld } from '../../support/code-world.js';
import { columnsWith } from '../../support/columns-with.js';
import { eventually } from '../../support/eventually.js';
import { Api } from '../../support/api.js';
import { postFrom } from '../../support/forge.js';
import { pullRequest, push } from '../../support/pull-request.js';
import { startTestService, type TestService } from '../../support/test-service.js';

/** Another one in each test: each looks through the whole database. */
let count = 0;
let email: string;
beforeEach(() => (email = `zoe-${(count += 1)}@elsewhere.example`));

let service: TestService;
beforeAll(async () => (service = await startTestService()));
afterAll(() => service.stop());

const rows = <Row extends object>(sql: string, values: unknown[] = []) => service.database.rows<Row>(sql, values);
const eventsOf = async ({ connection: { id } }: CodeWorld) =>
  (await rows<{ events: unknown }>('SELECT events FROM code_deliveries WHERE connection_id = $1', [id])).map(
    ({ events }) => events,
  );

/** A delivery that nobody has applied yet: `until` says when somebody may. */
async function addPending({ company, connection }: CodeWorld, until: string, attempts: number): Promise<void> {
  const by = { name: 'Zoe Zimmer', login: 'zoe-z', email };
  const events = [{ kind: 'check', at: until, by, repository: 'acme/web', sha: 'aaa1', name: 'ci', state: 'passed' }];
  await rows(
    `INSERT INTO code_deliveries (company_id, id, connection_id, delivery_id, event, at, status, tids, events, lease_until, attempts)
      VALUES ($1, gen_random_uuid(), $2, gen_random_uuid()::text, 'status', now(), 'pending', '{}', $3, $4, $5)`,
    [company.id, connection.id, JSON.stringify(events), until, attempts],
  );
}

const world = async () => CodeWorld.make(await createCompany(service.api), service);

describe('who is named in what a forge sent', () => {
  it('is not in a delivery that was applied, ignored or given up', async () => {
    const w = await world();
    const { api } = w.company.owner;
    const told = { email, login: 'zoe-z' };
    await w.send(push([`About ${w.tid}`], told));
    await w.send(push(['About nothing'], told));
    await addPending(w, '2026-01-01T00:00:00Z', 3);
    await eventually('it is given up', async () => (await w.outcome())[1] !== 'no task');
    expect(await w.outcome()).toEqual(['ignored', expect.stringContaining('begun three times')]);
    await api.put(`/code-connections/${w.connection.id}`, { active: false });
    await w.send(push([`About ${w.tid}`], told));
    expect(await w.outcome()).toEqual(['ignored', 'the connection is inactive']);
    expect(await eventsOf(w)).toEqual([null, null, null, null]);
    // By it the account is known when an event does not say it.
    expect(await columnsWith(service.database, email)).toEqual(['code_accounts.email']);
  });

  it('is nowhere once they are erased, not in what is still to be applied either', async () => {
    const w = await world();
    const { api, password } = w.company.owner;
    const zoe = (await api.post('/users', { email, name: 'Zoe Zimmer', role: 'MEMBER', password })).body;
    await w.send(push([`About ${w.tid}`], { email, login: 'zoe-z' }));
    await w.send(pullRequest({ body: w.tid, by: 'zoe-z' }));
    await addPending(w, '2099-01-01T00:00:00Z', 1);
    for (const column of ['code_accounts.login', 'code_deliveries.events', 'code_links.author_name']) {
      expect(await columnsWith(service.database, 'zoe-z')).toContain(column);
    }
    expect((await api.delete(`/users/${zoe.id}`)).status).toBe(202);
    await eventually('the erasure', async () => (await rows('SELECT 1 FROM erasures')).length === 0);
    for (const name of [email, 'Zimmer']) expect([name, await columnsWith(service.database, name)]).toEqual([name, []]);
    expect(await w.read('/code')).toMatchObject([{ author: { name: null } }, { author: { name: null } }]);
  });

  it('goes with the company', async () => {
    const w = await world();
    const { owner, id } = w.company;
    await w.send(push([`About ${w.tid}`], { email, login: 'zoe-z' }));
    await addPending(w, '2099-01-01T00:00:00Z', 1);
    const { name } = (await owner.api.get('/company')).body;
    expect((await owner.api.send('DELETE', '/company', { name, password: owner.password })).status).toBe(202);
    // What comes meanwhile finds no connection.
    const late = await postFrom(new Api(service.baseUrl), w.connection, push([`About ${w.tid}`], { email }));
    expect(late.status).toBe(404);
    await rows(`UPDATE companies SET deleted_at = now() - interval '21 hours' WHERE id = $1`, [id]);
    await service.app.get(CompanyDeletionTask).run();
    expect(await columnsWith(service.database, email)).toEqual([]);
    expect(await rows('SELECT 1 FROM code_connection_companies WHERE company_id = $1', [id])).toEqual([]);
  });
});
