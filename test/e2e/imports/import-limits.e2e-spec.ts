import type { TestCompany } from '../../factories/company.factory.js';
import { blockDuring } from '../../support/event-loop.js';
import { HOSTILE_FILES } from '../../support/hostile-files.js';
import { importIn, type TestImport, uploadImport } from '../../support/import-steps.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

/** Milliseconds of processor time: another company's request waits for less than a second. */
const LONGEST_BLOCK = 700;

let service: TestService;
let company: TestCompany;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies({ limits: { importBytes: 220_000_000 } }));
});
afterAll(() => service.stop());

it.each(HOSTILE_FILES)('ends with a reason, and holds nobody up: $name', async ({ source, bytes, ends }) => {
  const content = bytes();
  const input = source === 'archive' ? { source } : { source, project: { name: 'New', key: 'NEW' } };
  const { api } = company.owner;
  const { id } = (await api.post('/imports', input)).body;
  expect((await uploadImport(company.owner, service.baseUrl, id, content)).status).toBe(200);
  let row: TestImport = {};
  const block = await blockDuring(async () => {
    await api.post(`/imports/${id}/check`);
    row = await importIn(company.owner, id, 'checked');
  });
  expect(typeof ends === 'string' ? row['state'] : row['error']).toEqual(
    typeof ends === 'string' ? ends : expect.stringMatching(ends),
  );
  expect(block).toBeLessThan(LONGEST_BLOCK);
  await api.delete(`/imports/${id}`);
});
