import {
  actionsOf,
  createColleague,
  historyOf,
  scan,
  type TestColleague,
  type TestScan,
} from '../factories/colleague.factory.js';
import type { TestCompany, TestUser } from '../factories/company.factory.js';
import { createProject, type TestProject } from '../factories/project.factory.js';
import { createTask } from '../factories/task.factory.js';
import { Chat } from './chat.js';
import { eventually } from './eventually.js';
import { startWithCompanies, type TestService } from './test-service.js';

const RULE = { name: 'Urgent', filter: 'priority = Urgent', type: 'reminder', to: 'assignee' };
const NO_OTHER_RULES = { digest: false, 'task.overdue': false, 'task.due_soon': false, 'task.review_waiting': false };

interface TestRun {
  status: string;
  error: string | null;
}

/** For a suite of what colleagues say, and where: a new project for each test, and colleagues that say one thing. */
export class SpeakingColleagues {
  service!: TestService;
  company!: TestCompany;
  stranger!: TestCompany;
  project!: TestProject;
  chat!: Chat;

  constructor() {
    beforeAll(async () => {
      const started = await startWithCompanies({ publicUrl: 'https://pm.example.com' });
      ({ service: this.service, company: this.company, stranger: this.stranger } = started);
      this.chat = await Chat.start();
    });
    beforeEach(async () => {
      this.chat.reset();
      this.project = await createProject(this.company.owner);
    });
    afterAll(async () => {
      await this.service.stop();
      await this.chat.stop();
    });
  }

  /** A task that the rule finds. */
  readonly task = (input: object = {}) =>
    createTask(this.company.owner, this.project.id, { priority: 'Urgent', ...input });

  /** A colleague that says nothing but its own rules. */
  readonly create = (input: object, rules: object[] = [{}]): Promise<TestColleague> =>
    createColleague(this.company.owner, {
      name: 'Steve & Co',
      role: 'member',
      projectIds: [this.project.id],
      settings: { rules: NO_OTHER_RULES },
      rules: rules.map((rule) => ({ ...RULE, message: '{{task.tid}} {{task.title}} ({{to.name}})', ...rule })),
      ...input,
    });

  readonly withChat = (options: object = {}): { notifications: object } => ({
    notifications: { chat: { webhookUrl: this.chat.url, ...options } },
  });

  readonly put = ({ id }: TestColleague, notifications: unknown) =>
    this.company.owner.api.put<TestColleague>(`/virtual-colleagues/${id}`, { notifications });

  /** Has it scan as if it had said nothing before. */
  readonly scanAgain = async (colleague: TestColleague): Promise<TestScan> => {
    await this.service.database.rows('DELETE FROM virtual_colleague_said WHERE colleague_id = $1', [colleague.id]);
    return scan(this.company.owner, colleague);
  };

  /** What has become of all its actions: why they were held, or else their status. */
  readonly statuses = async (colleague: TestColleague): Promise<string[]> =>
    (await actionsOf(this.company.owner, colleague)).map(({ status, held }) => held ?? status).sort();

  readonly lastRun = async (colleague: TestColleague): Promise<TestRun> =>
    (await historyOf<TestRun>(this.company.owner, colleague))[0] as TestRun;

  /** The entries of the user with the reason, of one thing if it is given, once there are so many. */
  readonly entries = async (user: TestUser, reason: string, wanted: number, thingId?: string) => {
    const isMeant = ({ thing }: { thing: { id: string } }) => thingId === undefined || thing.id === thingId;
    const find = async () => (await user.api.get(`/inbox?reason=${reason}`)).body.filter(isMeant);
    await eventually(`${wanted} entries`, async () => (await find()).length === wanted);
    return find();
  };
}
