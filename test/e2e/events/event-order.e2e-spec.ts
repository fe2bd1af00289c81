import { setTimeout as delay } from 'node:timers/promises';
import { createCompany, type TestCompany } from '../../factories/company.factory.js';
import { endOfEvents, eventPage, eventsAfter, type TestEvent } from '../../factories/event.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { UNKNOWN_ID } from '../../support/answers.js';
import { eventually } from '../../support/eventually.js';
import { type EventLogReader, readByPoll, readByStream } from '../../support/event-readers.js';
import { startTestService, type TestService } from '../../support/test-service.js';
import { itWithoutCitus } from '../../support/without-citus.js';

/** Positions are in the order of the commits, whatever happens. */

let service: TestService;
let instances: TestService[];
let company: TestCompany;
beforeAll(async () => {
  service = await startTestService();
  instances = [service, ...(await Promise.all([1, 2].map(() => startTestService({}, service.database))))];
  company = await createCompany(service.api);
});
afterAll(async () => {
  for (const instance of [...instances].reverse()) await instance.stop();
});

const ids = (events: readonly TestEvent[]) => events.map(({ id }) => id);
const titles = (events: readonly TestEvent[]) => events.map(({ data }) => data['title']);

describe('the positions of events', () => {
  itWithoutCitus('do not overtake a change that is not committed yet', async () => {
    const { member, admin } = company;
    const [one, two] = [await createProject(member), await createProject(member)];
    const end = await endOfEvents(member);
    // Its commit waits for whoever holds the lock 1.
    await service.database.rows(`CREATE FUNCTION wait_at_commit() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NULL; END $$`);
    await service.database.rows(`CREATE CONSTRAINT TRIGGER waits AFTER INSERT ON events DEFERRABLE INITIALLY DEFERRED
      FOR EACH ROW WHEN (NEW.data ->> 'title' = 'first') EXECUTE FUNCTION wait_at_commit()`);
    await service.database.rows('BEGIN');
    await service.database.rows('SELECT pg_advisory_xact_lock(1)');
    const first = createTask(member, one.id, { title: 'first' });
    const atCommit = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 1 AND NOT granted`;
    await eventually('it commits', async () => (await service.database.rows(atCommit)).length === 1);
    const second = createTask(admin, two.id, { title: 'second' });
    await service.database.lockWaits(2);
    const meanwhile = await eventPage(member, `?after=${end}`);
    expect([meanwhile.data, meanwhile.meta.next]).toEqual([[], end]);
    await service.database.rows('COMMIT');
    await Promise.all([first, second]);
    expect(titles(await eventsAfter(member, meanwhile.meta.next))).toEqual(['first', 'second']);
    await service.database.rows('DROP TRIGGER waits ON events');
  });

  it('are not used by a change that fails to write its events: it is rolled back, and the next change gets the position', async () => {
    const { member } = company;
    const { id } = await createProject(member);
    const end = await endOfEvents(member);
    await service.database.rows(
      `ALTER TABLE events ADD CONSTRAINT refused CHECK (data ->> 'title' <> 'refused') NOT VALID`,
    );
    const refused = { title: 'refused', projectId: id };
    expect((await member.api.post('/tasks', refused)).status).toBe(500);
    await service.database.rows('ALTER TABLE events DROP CONSTRAINT refused');
    expect((await member.api.get(`/tasks?projectId=${id}`)).body).toEqual([]);
    await createTask(member, id, { title: 'written' });
    const events = await eventsAfter(member, end);
    expect(titles(events)).toEqual(['written']);
    expect(Number(events[0]?.position)).toBe(Number(end) + 1);
  });

  it('are the last lock: a transaction that waits for them blocks no other', async () => {
    const { member, admin } = company;
    const { id } = await createProject(member);
    const { id: other } = await createProject(member);
    await service.database.rows('BEGIN');
    await service.database.rows('SELECT FROM event_positions WHERE company_id = $1 FOR UPDATE', [company.id]);
    const writes = [createTask(member, id), createTask(admin, other)];
    await service.database.lockWaits(2);
    expect((await member.api.get('/tasks')).status).toBe(200);
    await service.database.rows('COMMIT');
    await Promise.all(writes);
  });

  it('rise within one change, too, in the order of its steps', async () => {
    const { member } = company;
    const { id: projectId } = await createProject(member);
    const { body: epic } = await member.api.post('/epics', { name: 'Epic', projectId });
    const description = 'x'.repeat(20_000);
    for (let n = 0; n < 120; n += 1) await createTask(member, projectId, { epicId: epic.id, description });
    const end = await endOfEvents(member);
    expect((await member.api.delete(`/epics/${epic.id}`)).status).toBe(204);
    const events = await eventsAfter(member, end);
    expect(events.map(({ event }) => event)).toEqual([...Array<string>(120).fill('task.updated'), 'epic.deleted']);
    const positions = events.map(({ position }) => Number(position));
    expect(positions).toEqual(positions.map((_, index) => Number(end) + 1 + index));
    expect(await service.database.rows('SELECT id FROM events WHERE position = 0')).toEqual([]);
  });

  it('let every reader see each event once, in rising order, while writers fail or hang up', async () => {
    const { member } = company;
    const projects = [await createProject(member), await createProject(member)];
    const begin = await endOfEvents(member);
    const apis = instances.map(({ baseUrl, api }) => ({ baseUrl, api: api.as(member.token) }));
    const readers: EventLogReader[] = [
      ...[1, 2].map(() => readByPoll(apis, begin)),
      ...[1, 2].map(() => readByStream(apis, member.token, begin)),
    ];
    const ledger: string[] = [];
    let isOver = false;
    const write = async (writer: number) => {
      for (let n = 0; !isOver; n += 1) {
        const { api } = apis[(writer + n) % apis.length]!;
        const projectId = projects[(writer + n) % projects.length]!.id;
        // Every third fails after it has begun.
        const input = { title: `${writer}-${n}`, projectId, ...(n % 3 === 2 && { labelIds: [UNKNOWN_ID] }) };
        const answer = await api.post('/tasks', input).catch(() => undefined);
        if (answer?.status === 201) ledger.push(answer.body.id as string);
      }
    };
    const writers = [0, 1, 2, 3].map(write);
    for (let round = 0; round < 12; round += 1) {
      await delay(150);
      await service.database.rows(
        `SELECT pg_terminate_backend(pid) FROM (
          SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()
          ORDER BY random() LIMIT 2) victims`,
      );
    }
    isOver = true;
    await Promise.all(writers);
    const end = await endOfEvents(member);
    await Promise.all(readers.map((reader) => reader.until(end)));
    const log = await eventsAfter(member, begin);
    const created = log.filter(({ event }) => event === 'task.created').map(({ data }) => data['id'] as string);
    expect(created).toEqual(expect.arrayContaining(ledger));
    expect(new Set(created).size).toBe(created.length);
    for (const { events } of readers) expect(ids(events)).toEqual(ids(log));
    const positions = log.map(({ position }) => BigInt(position));
    expect(positions.every((position, index) => index === 0 || position > positions[index - 1]!)).toBe(true);
    const stored = await service.database.rows<{ id: string }>('SELECT id FROM tasks WHERE project_id = ANY ($1)', [
      projects.map(({ id }) => id),
    ]);
    expect(created.sort()).toEqual(stored.map(({ id }) => id).sort());
  });
});
