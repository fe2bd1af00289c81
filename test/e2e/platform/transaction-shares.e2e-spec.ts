import { ConcurrencyLimits } from '#core/concurrency-limits/concurrency-limits.js';
import type { TestCompany } from '../../factories/company.factory.js';
import type { Answer } from '../../support/api.js';
import { eventually } from '../../support/eventually.js';
import { TableLock } from '../../support/table-lock.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

/** Changes of a company at once, of 20 connections. */
const MOST = 6;

let service: TestService;
let company: TestCompany;
let other: TestCompany;
beforeAll(async () => ({ service, company, stranger: other } = await startWithCompanies({ databasePoolSize: 20 })));
afterAll(() => service.stop());

const changes = (count: number, { owner }: TestCompany): Promise<Answer>[] =>
  Array.from({ length: count }, (_, index) => owner.api.post('/labels', { name: `Label ${index}` }));

it('carries out six changes of a company at once; meanwhile it reads, and others change something', async () => {
  const lock = await TableLock.take(service.database, 'labels');
  try {
    const sent = changes(MOST + 3, company);
    await service.database.lockWaits(MOST);
    await eventually('three wait', () => service.app.get(ConcurrencyLimits).use('transactions').waiting === 3);
    expect((await company.owner.api.get('/projects')).status).toBe(200);
    const sentByOther = changes(MOST, other);
    await service.database.lockWaits(2 * MOST);
    await lock.release();
    const answers = await Promise.all([...sent, ...sentByOther]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  } finally {
    await lock.release();
  }
});
