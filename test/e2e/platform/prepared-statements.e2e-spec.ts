import { OWN_WORK_CONTEXT } from '#core/company-scope/request-context.js';
import { Database } from '#core/database/database.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { eventually } from '../../support/eventually.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';

const MOST = 100;

let service: TestService;
let company: TestCompany;
let project: TestProject;
beforeAll(async () => {
  ({ service, company } = await startWithCompanies({ processRoles: new Set(['api']) }));
  project = await createProject(company.member);
});
afterAll(() => service.stop());

/** Over the connection that was used last. */
const rows = <Row>(text: string, name?: string) =>
  service.app.get(Database).rows<Row>(OWN_WORK_CONTEXT, { text, ...(name !== undefined && { name }) });

async function preparedLists(): Promise<string[]> {
  const found = await rows<{ statement: string }>('SELECT statement FROM pg_prepared_statements');
  return found.map(({ statement }) => statement).filter((statement) => statement.includes('AS "rowTotal"'));
}

describe('prepared statements', () => {
  it('are one for all limits of a list, and for all orders of what it includes', async () => {
    const limits = [1, 2, 50, 77, 200].map((limit) => `limit=${limit}`);
    const included = ['assignee,labels', 'labels,assignee', 'labels,assignee,labels'].map(
      (names) => `include=${names}`,
    );
    const statements = new Set<string>();
    const readAll = async () => {
      for (const query of [...limits, ...included]) {
        await company.member.api.get(`/tasks?projectId=${project.id}&page=1&${query}`);
        // Looked at each time: on a busy machine they are soon planned anew.
        for (const statement of await preparedLists()) statements.add(statement);
      }
    };
    // Something else may have used another connection meanwhile.
    await eventually('both have been seen', async () => readAll().then(() => statements.size >= 2));
    expect(statements.size).toBe(2);
    expect([...statements].every((statement) => statement.endsWith('LIMIT $4'))).toBe(true);
  });

  it(`are at most ${MOST} of a connection: the one that was used longest ago is forgotten`, async () => {
    const prepare = (number: number) => rows<{ n: number }>(`SELECT ${number} AS n`, `numbered-${number}`);
    const names = async () =>
      (await rows<{ name: string }>(`SELECT name FROM pg_prepared_statements`)).map(({ name }) => name);
    for (let number = 0; number < MOST; number += 1) {
      await prepare(number);
      await prepare(0);
    }
    await prepare(MOST);
    const kept = await names();
    expect(kept).toHaveLength(MOST);
    expect(kept).toEqual(expect.arrayContaining(['numbered-0', `numbered-${MOST}`]));
    expect(kept).not.toContain('numbered-1');
    // What was forgotten can be prepared again, and several at once do not disturb each other.
    const again = await Promise.all([1, 2, 3].map((number) => prepare(number)));
    expect(again).toEqual([[{ n: 1 }], [{ n: 2 }], [{ n: 3 }]]);
  });
});
