import { randomUUID } from 'node:crypto';
import { findingStatement } from '#modules/virtual-colleagues/rules/finding-statement.js';
import { rulesOf, scopeOf } from '#modules/virtual-colleagues/rules/role-rules.js';
import { COLLEAGUE_ROLES, presetOf } from '#modules/virtual-colleagues/settings/role-presets.js';
import { createColleague, type TestColleague } from '../../factories/colleague.factory.js';
import type { TestCompany } from '../../factories/company.factory.js';
import { createProject, type TestProject } from '../../factories/project.factory.js';
import { createTask } from '../../factories/task.factory.js';
import { DAY, iso } from '../../support/clock.js';
import { startWithCompanies, type TestService } from '../../support/test-service.js';
import { describeWithoutCitus } from '../../support/without-citus.js';

const MANY = 2_000;
/** So few things may be compared with all that was said. */
const FEW = 50;

interface Plan {
  'Node Type': string;
  'Plan Rows': number;
  'CTE Name'?: string;
  'Subplan Name'?: string;
  Plans?: Plan[];
}

describeWithoutCitus('the rules', () => {
  let service: TestService;
  let company: TestCompany;
  let project: TestProject;
  let colleague: TestColleague;
  beforeAll(async () => {
    ({ service, company } = await startWithCompanies());
    project = await createProject(company.owner);
    colleague = await createColleague(company.owner, { role: 'manager', projectIds: [project.id] });
    const input = { title: 'Late', priority: 'High', estimatedHours: 2, dueDate: iso(Date.now() - 9 * DAY) };
    const { id } = await createTask(company.owner, project.id, input);
    await service.database.rows(
      `INSERT INTO tasks SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(), 'tid', 'X-' || n, 'rank', t.rank || lpad(n::text, 6, '0'),
          'assignee_id', CASE WHEN n % 2 = 0 THEN $2::uuid END))).*
        FROM tasks t, generate_series(2, ${MANY}) n WHERE t.id = $1`,
      [id, company.member.id],
    );
  });
  afterAll(() => service.stop());

  /** All that a rule may have said of these tasks, to nobody and to who has them. */
  async function sayAll(rule: string): Promise<void> {
    await service.database.rows('DELETE FROM virtual_colleague_said');
    await service.database.rows(
      `INSERT INTO virtual_colleague_said (company_id, colleague_id, rule, subject_id, user_id, run_id, at, type, told)
        SELECT t.company_id, $1, $2, t.id, coalesce(t.assignee_id, '00000000-0000-0000-0000-000000000000'), gen_random_uuid(),
          now() - interval '1 day', 'report', true FROM tasks t`,
      [colleague.id, rule],
    );
    await service.database.rows('ANALYZE virtual_colleague_said, tasks');
  }

  const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

  it.each(COLLEAGUE_ROLES)('of a %s look up what was said of a task, and do not search it', async (role) => {
    const scope = { settings: presetOf(role), isForCustomer: false, zone: 'UTC', ...scopeOf(role) };
    const runId = randomUUID();
    const values = [company.id, colleague.id, iso(Date.now()), company.member.id, [project.id], runId, [], []];
    const searched: string[] = [];
    for (const rule of rulesOf(role, scope.settings.rules)) {
      if (rule.isRepeated) continue;
      const { statement, values: parameters } = await findingStatement(rule, scope, { values, showsRepeated: false });
      await sayAll(rule.name);
      const [row] = await service.database.rows<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
        `EXPLAIN (FORMAT JSON) ${statement.text}`,
        parameters,
      );
      const keyed = nodesOf(row!['QUERY PLAN'][0].Plan).find((node) => node['Subplan Name'] === 'CTE keyed');
      const isSearched = nodesOf(keyed!).some(({ 'Node Type': type, Plans: [outer, inner] = [] }) => {
        return type === 'Nested Loop' && inner?.['CTE Name'] === 'spoken' && outer!['Plan Rows'] > FEW;
      });
      if (isSearched) searched.push(rule.name);
    }
    expect(searched).toEqual([]);
  });
});
