import type { TestCompany } from '../../factories/company.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const LENGTH = 50_000;
/** Milliseconds on a machine that is busy with other things. Read in a time that is not linear, it took 25 s on a quiet one. */
const MOST = 15_000;
const SEEDS = ['[', '[](', 'a.', 'a-', '!a.', '[~', '{x:', '|[[', '`', '@a ', '<', '&', '\\'];
const BEGINNINGS = ['', '[@Mia](user:00000000-0000-4000-8000-000000000001) `a` '];

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies()));
afterAll(() => service.stop());

/** What it takes, and what the slowest requests of another company take meanwhile. */
async function timesOf(
  request: () => Promise<{ status: number }>,
): Promise<{ status: number; own: number; other: number }> {
  const begin = performance.now();
  let other = 0;
  let isOver = false;
  const watch = async () => {
    while (!isOver) {
      const start = performance.now();
      expect((await stranger.owner.api.get('/me')).status).toBe(200);
      other = Math.max(other, performance.now() - start);
    }
  };
  const watching = watch();
  const { status } = await request();
  const own = performance.now() - begin;
  isOver = true;
  await watching;
  return { status, own, other };
}

it.each(SEEDS)('50,000 characters of %j hold up neither a request nor another company', async (seed) => {
  const projectId = (await createProject(company.member)).id;
  for (const beginning of BEGINNINGS) {
    const text = beginning + seed.repeat(Math.floor((LENGTH - beginning.length) / seed.length));
    const { api } = company.member;
    const made = await timesOf(() => api.post('/tasks', { projectId, title: 'A text', description: text }));
    expect([made.status, made.own < MOST, made.other < MOST]).toEqual([201, true, true]);
    const { id } = (await api.post('/tasks', { projectId, title: 'A talk' })).body;
    const said = await timesOf(() => api.post(`/tasks/${id}/comments`, { body: text.slice(0, 10_000) }));
    expect([said.status, said.own < MOST, said.other < MOST]).toEqual([201, true, true]);
  }
});
