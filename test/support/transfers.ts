import { type TestCompany, type TestUser } from '../factories/company.factory.js';
import { createProject, giveToTeam, type TestProject } from '../factories/project.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import type { Answer } from './api.js';
import { startWithCompanies, type TestService } from './test-service.js';

/** Two companies, and two projects of the first that are new for each test. */
export interface TransferWorld {
  service: TestService;
  company: TestCompany;
  stranger: TestCompany;
  web: TestProject;
  api: TestProject;
}

/** What an answer holds. */
export type Json = Answer['body'];

/** Gives the world anew before each test. */
export function eachWithTwoProjects(give: (world: TransferWorld) => void): void {
  let world: Omit<TransferWorld, 'web' | 'api'>;
  beforeAll(async () => {
    world = await startWithCompanies();
  });
  beforeEach(async () => {
    const { member } = world.company;
    give({ ...world, web: await createProject(member), api: await createProject(member) });
  });
  afterAll(() => world.service.stop());
}

/** What tests of transfers do, by the member unless they say otherwise. */
export function transferActions(world: () => TransferWorld) {
  const member = () => world().company.member;
  const tasksOf = async ({ id }: TestProject, query: string): Promise<TestTask[]> =>
    (await member().api.get<TestTask[]>(`/tasks?projectId=${id}&${query}`)).body;
  return {
    make: (input: object = {}, project = world().web) => createTask(member(), project.id, input),
    transfer: (
      task: { id: string },
      project: { id: string } = world().api,
      input: object = {},
      user: TestUser = member(),
    ): Promise<Answer> => user.api.post(`/tasks/${task.id}/transfer`, { projectId: project.id, ...input }),
    transferAll: (input: object, user: TestUser = member()): Promise<Answer> =>
      user.api.post('/tasks/bulk-transfer', input),
    read: async (task: { id: string }, user: TestUser = member()) => (await user.api.get(`/tasks/${task.id}`)).body,
    /** In their order. */
    idsIn: async (project: TestProject) => (await tasksOf(project, 'sortBy=rank&sortOrder=asc')).map(({ id }) => id),
    countOf: async ({ id }: TestProject) => (await member().api.get<TestProject>(`/projects/${id}`)).body.taskCount,
    /** A project that MEMBER does not reach. */
    secretProject: async (): Promise<TestProject> => {
      const secret = await createProject(world().company.owner);
      await giveToTeam(world().service.database, secret.id);
      return secret;
    },
  };
}
