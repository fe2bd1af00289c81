import { createColleague } from '../../factories/colleague.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { refusalOf, UNKNOWN_ID } from '../../support/answers.js';
import { startTestService, startWithCompanies, type TestService } from '../../support/test-service.js';

const LIMITS = { colleagues: 3 };

let service: TestService;
let company: TestCompany;
let stranger: TestCompany;
beforeAll(async () => ({ service, company, stranger } = await startWithCompanies({ limits: LIMITS })));
afterAll(() => service.stop());

const PATH = '/virtual-colleagues';
const INPUT = { name: 'One more', role: 'member' };
const REFUSAL = [409, 'CONFLICT', 'A company has at most 3 virtual colleagues; delete one first'];

describe('the virtual colleagues of a company', () => {
  it('never exceed the limit, even when many are created at once on several instances', async () => {
    const other = await startTestService({ limits: LIMITS }, service.database);
    const apis = [company.owner.api, other.api.as(company.admin.token)];
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => apis[index % 2]!.post(PATH, INPUT)));
    await other.stop();
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(3);
    for (const answer of answers.filter(({ status }) => status !== 201)) expect(refusalOf(answer)).toEqual(REFUSAL);
    expect((await company.owner.api.get<unknown[]>(PATH)).body).toHaveLength(3);
  });

  it('include disabled ones; deleting one makes room for another', async () => {
    const [first, second] = (await company.owner.api.get<{ id: string }[]>(PATH)).body;
    await company.owner.api.put(`${PATH}/${first!.id}`, { active: false });
    expect(refusalOf(await company.owner.api.post(PATH, INPUT))).toEqual(REFUSAL);
    expect((await company.owner.api.delete(`${PATH}/${second!.id}`)).status).toBe(204);
    await createColleague(company.owner);
    expect(refusalOf(await company.owner.api.post(PATH, INPUT))).toEqual(REFUSAL);
  });

  it('are refused only after the request is validated', async () => {
    expect((await company.member.api.post(PATH, INPUT)).status).toBe(403);
    expect((await company.owner.api.post(PATH, { ...INPUT, name: '' })).status).toBe(400);
    expect((await company.owner.api.post(PATH, { ...INPUT, ownerId: UNKNOWN_ID })).status).toBe(404);
  });

  it('do not count against another company', async () => {
    expect((await createColleague(stranger.owner)).id).toEqual(expect.any(String));
  });
});
