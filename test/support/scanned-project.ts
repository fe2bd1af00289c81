import { actionsOf, createColleague, scan, type TestAction } from '../factories/colleague.factory.js';
import type { TestCompany } from '../factories/company.factory.js';
import { createActiveSprint } from '../factories/planning.factory.js';
import { createProject, type TestProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { atMoment, HOUR, iso } from './clock.js';
import { startWithCompanies, type TestService } from './test-service.js';

/** When the scans take place: an hour from now, so that everything is made before. */
export const MOMENT = Date.now() + HOUR;

/** For a suite of rules: a new project for each test, and what new colleagues say of it. */
export class ScannedProject {
  service!: TestService;
  company!: TestCompany;
  project!: TestProject;

  constructor() {
    beforeAll(async () => {
      ({ service: this.service, company: this.company } = await startWithCompanies());
    });
    beforeEach(async () => {
      this.project = await createProject(this.company.owner);
    });
    afterAll(() => this.service.stop());
  }

  readonly task = (input: object = {}) => createTask(this.company.owner, this.project.id, input);

  readonly startSprint = (input: object) =>
    createActiveSprint(this.company.owner, this.project.id, { name: 'Sprint 7', ...input });

  /** Sets when the task was changed last. */
  readonly unchangedSince = async ({ id }: { id: string }, moment: number): Promise<void> => {
    await this.service.database.rows('UPDATE tasks SET updated_at = $2 WHERE id = $1', [id, iso(moment)]);
  };

  /** What a new colleague of the project says by a rule. */
  readonly saidBy = async (
    role: string,
    rule: string,
    settings: object = {},
    input: object = {},
  ): Promise<TestAction[]> => {
    const { owner, member } = this.company;
    const colleague = await createColleague(owner, { role, settings, projectIds: [this.project.id], ...input });
    await atMoment(MOMENT, () => scan(member, colleague));
    return actionsOf(owner, colleague, rule);
  };

  /** The tasks that it speaks of. */
  readonly tasksOf = async (...question: Parameters<ScannedProject['saidBy']>): Promise<(string | null)[]> =>
    (await this.saidBy(...question)).map(({ taskId }) => taskId);
}
