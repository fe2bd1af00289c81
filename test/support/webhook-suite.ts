import { createCompany, type TestCompany } from '../factories/company.factory.js';
import { createProject, type TestProject } from '../factories/project.factory.js';
import { Receiver } from './receiver.js';
import { startTestService, type TestService } from './test-service.js';

interface Receiving {
  service: TestService;
  company: TestCompany;
  project: TestProject;
  receiver: Receiver;
}

/** Gives each test of the suite its own company, so that its webhooks get only its own events. */
export function eachWithReceiver(assign: (given: Receiving) => void): void {
  let service: TestService;
  beforeAll(async () => (service = await startTestService()));
  afterAll(() => service.stop());
  const start = receivers();
  beforeEach(async () => {
    const company = await createCompany(service.api);
    assign({ service, company, project: await createProject(company.member), receiver: await start() });
  });
}

/** Starts receivers, which stop after the test. */
export function receivers(): typeof Receiver.start {
  const started: Receiver[] = [];
  afterEach(async () => {
    for (const receiver of started.splice(0)) await receiver.stop();
  });
  return async (answer) => {
    const receiver = await Receiver.start(answer);
    started.push(receiver);
    return receiver;
  };
}
