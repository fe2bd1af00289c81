import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../../ormconfig.js';
import { verifyAuditLogs } from '#core/audit/audit-verification.js';
import { Partitions } from '#core/partitions/partitions.js';
import { createCompany, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createTeam } from '../../factories/team.factory.js';
import { atMoment, DAY } from '../../support/clock.js';
import { type TestService, startWithCompanies } from '../../support/test-service.js';

/** Days that audit entries are kept. */
const KEPT = 400;

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
let dataSource: DataSource;
beforeAll(async () => {
  ({ service, company, stranger } = await startWithCompanies());
  dataSource = await new DataSource(dataSourceOptions(service.database.url, 1)).initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await service.stop();
});

const verify = () => verifyAuditLogs(dataSource);
const rows = <Row extends object>(text: string, values: unknown[] = []) => service.database.rows<Row>(text, values);
const positionsOf = async ({ id }: { id: string }) =>
  (
    await rows<{ position: string }>('SELECT position FROM audit_entries WHERE company_id = $1 ORDER BY position', [id])
  ).map(({ position }) => Number(position));

/** What an owner does on that day; the partitions of the time come and go. */
async function onDay(day: number, { email, password }: TestUser, times: number): Promise<void> {
  await atMoment(Date.now() + day * DAY, async () => {
    await service.app.get(Partitions).run();
    const { body } = await service.api.post('/login', { email, password });
    for (let count = 0; count < times; count += 1) {
      await createTeam({ api: service.api.as(body.token) } as TestUser);
    }
  });
}

it('verifies from the oldest entry that retention has kept', async () => {
  await createTeam(company.owner);
  const before = (await positionsOf(company)).at(-1)!;
  for (const day of [KEPT + 70, KEPT + 110, KEPT + 150]) {
    await onDay(day, company.owner, 2);
    expect(await verify()).toEqual([]);
  }
  const [oldest] = await positionsOf(company);
  expect(oldest).toBe(before + 1);
  // Of a company that did nothing since, no entry is left.
  expect(await positionsOf(stranger)).toEqual([]);
  await onDay(2 * KEPT + 130, company.owner, 1);
  expect(await verify()).toEqual([]);
  expect((await positionsOf(company))[0]).toBeGreaterThan(before + 1);
  const late = await createCompany(service.api);
  await createTeam(late.owner);
  expect(await verify()).toEqual([]);
});

it('finds what is gone otherwise', async () => {
  const without = async (text: string) => {
    await rows('ALTER TABLE audit_entries DISABLE TRIGGER audit_entries_stand');
    await rows(text);
    await rows('ALTER TABLE audit_entries ENABLE TRIGGER audit_entries_stand');
  };
  const [oldest, next] = await positionsOf(company);
  await without(`DELETE FROM audit_entries WHERE company_id = '${company.id}' AND position = ${oldest}`);
  expect(await verify()).toEqual([{ companyId: company.id, position: oldest, id: null }]);
  await rows(`UPDATE audit_heads SET kept_after = $2 WHERE company_id = $1`, [company.id, oldest]);
  const [{ id }] = (await rows<{ id: string }>('SELECT id FROM audit_entries WHERE company_id = $1 AND position = $2', [
    company.id,
    next,
  ])) as [{ id: string }];
  expect(await verify()).toEqual([{ companyId: company.id, position: next, id }]);
});
