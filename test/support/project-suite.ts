import type { TestCompany } from '../factories/company.factory.js';
import { createProject, type TestProject } from '../factories/project.factory.js';
import { startWithCompanies, type TestService } from './test-service.js';

interface Given {
  service: TestService;
  company: TestCompany;
  stranger: TestCompany;
  project: TestProject;
}

/** Starts a service with two companies for the suite, and gives each test its own project of the first company. */
export function eachWithProject(assign: (given: Given) => void): void {
  let started: Omit<Given, 'project'>;
  beforeAll(async () => (started = await startWithCompanies()));
  afterAll(() => started.service.stop());
  beforeEach(async () => assign({ ...started, project: await createProject(started.company.member) }));
}
