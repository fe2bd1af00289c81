import { type TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTeam, type TestTeam } from '../../factories/team.factory.js';
import { attemptedDeliveryOf, createWebhook } from '../../factories/webhook.factory.js';
import { download, openReader, openSlowReaders, type SlowReader } from '../../support/list-reader.js';
import { LONGEST_BLOCK, longestBlock } from '../../support/event-loop.js';
import { eventually } from '../../support/eventually.js';
import { memoryInUse } from '../../support/memory.js';
import { Receiver } from '../../support/receiver.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

/** Of a list. */
const MOST_MEMORY = 4 * 1024 * 1024;
/** As many as a company can have; each name is 2 KB, the longest there is. */
const MEMBERS = 9_990;
const BYTES_OF_MEMBERS = MEMBERS * 2_000;
/** Bytes of a stream that may wait for its reader. */
const MOST_UNSENT = 256 * 1024;
/** How many lists a company can read at once. */
const LISTS = 4;

let service: TestService;
let company: TestCompany;
let teams: TestTeam[];
let readers: SlowReader[] = [];

beforeAll(async () => {
  ({ service, company } = await startWithCompanies());
  const { admin, member, viewer } = company;
  const before = await createTeam(admin, [member, viewer]);
  const large = await createTeam(admin, [member]);
  teams = [before, large, await createTeam(admin), await createTeam(admin, [viewer])];
  await fill(large, MEMBERS);
});
afterAll(() => service.stop());
afterEach(() => {
  for (const { socket } of readers.splice(0)) socket.destroy();
});

/** Puts new users with long names into a team, behind the service's back. */
async function fill({ id }: TestTeam, count: number): Promise<void> {
  await service.database.rows(
    `WITH made AS (
        INSERT INTO users (company_id, id, email, name, role, active, credential_version, created_at, updated_at)
        SELECT t.company_id, gen_random_uuid(), n || '@many.test', lpad(n::text, 500, '🙂'), 'VIEWER', true, 0, now(), now()
        FROM teams t, generate_series(1, $2::integer) n WHERE t.id = $1 RETURNING company_id, id
      )
      INSERT INTO team_members (company_id, team_id, user_id) SELECT company_id, $1, id FROM made`,
    [id, count],
  );
}

describe.each([
  ['a bare list', '/teams'],
  ['a page', '/teams?page=1'],
])('%s of teams', (_name, path) => {
  it('takes at most 4 MiB for a client that reads nothing, even with a team of 20 MB of members', async () => {
    await company.viewer.api.get(path);
    const before = memoryInUse();
    readers = await openSlowReaders(service, company.viewer, path, LISTS);
    expect(readers.map(({ status }) => status)).toEqual(Array(LISTS).fill(200));
    // What the requests have left behind is not garbage at once.
    await eventually('that is all they take', () => memoryInUse() - before < LISTS * MOST_MEMORY);
  });

  it('has all members of each', async () => {
    const { body } = await company.viewer.api.get(path);
    const listed = (path === '/teams' ? body : body.data) as TestTeam[];
    const single = await Promise.all(
      teams.map(async ({ id }) => (await company.viewer.api.get<TestTeam>(`/teams/${id}`)).body),
    );
    expect(listed.map(({ members }) => members.length)).toEqual([2, MEMBERS + 1, 0, 1]);
    const [, large] = teams.map(({ id }) => listed.find((team) => team.id === id));
    const ids = (team: TestTeam | undefined) => team?.members.map(({ id }) => id);
    // Read alone, a team of 20 MB is cut to its bound.
    expect(ids(single[1])).toEqual(ids(large));
    expect(single[1]?.members.some((member) => 'truncated' in member)).toBe(true);
    const whole = (all: TestTeam[]) => JSON.stringify(all.filter(({ id }) => id !== large?.id));
    expect(whole(listed)).toBe(whole(single));
  });
});

it('gives pages of teams, each with all of its members', async () => {
  const { body } = await company.viewer.api.get('/teams?page=2&limit=1');
  expect(body.data).toHaveLength(1);
  expect([body.data[0].id, body.data[0].members.length]).toEqual([teams[1]!.id, MEMBERS + 1]);
  expect(body.meta.pagination).toEqual({ page: 2, limit: 1, total: 4, totalPages: 4 });
});

describe('20 MB of members do not hold up the event loop', () => {
  let changes = 0;
  const changeTeam = () => {
    const body = JSON.stringify({ name: `Name ${(changes += 1)}` });
    return download(service, company.admin, `/teams/${teams[1]!.id}`, { method: 'PUT', body });
  };
  /** Opens a stream and reads the event of a change of the team; `whenOpen` makes it, if it does not exist yet. */
  const readEvent = async (after: string, whenOpen?: () => Promise<void>) => {
    const stream = await openReader(service, company.admin, `/events/stream?event=team.updated&after=${after}`);
    let bytes = 0;
    for await (const chunk of stream) {
      if (bytes === 0) void whenOpen?.();
      bytes += (chunk as Buffer).length;
      if (bytes > BYTES_OF_MEMBERS) break;
    }
    // On a busy machine this reads too slowly, and is cut off.
    expect(bytes).toBeGreaterThan(MOST_UNSENT);
  };
  let delivery = '';
  beforeAll(async () => {
    const receiver = await Receiver.start();
    const webhook = await createWebhook(company.admin, { url: receiver.url, events: ['team.updated'] });
    await changeTeam();
    const { id } = await attemptedDeliveryOf(company.admin, webhook);
    delivery = `/webhooks/${webhook.id}/deliveries/${id}`;
    await company.admin.api.put(`/webhooks/${webhook.id}`, { active: false });
    await receiver.stop();
  });

  it.each<[what: string, request: () => Promise<void>]>([
    ['of a team', () => download(service, company.admin, `/teams/${teams[1]!.id}`)],
    ['of a team that is changed', changeTeam],
    [
      'of a project of the team',
      async () => {
        const project = await createProject(company.admin, { teamId: teams[1]!.id });
        await download(service, company.admin, `/projects/${project.id}`);
      },
    ],
    ['in an event', () => download(service, company.admin, '/events?event=team.updated&limit=1')],
    ['in the first event of a stream', () => readEvent('0')],
    ['in an event while it is streamed', () => readEvent('latest', changeTeam)],
    ['in a delivery', () => download(service, company.admin, delivery)],
  ])('%s', async (_what, request) => {
    expect(await longestBlock(request)).toBeLessThan(LONGEST_BLOCK);
  });
});
