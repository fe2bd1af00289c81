import { type TestCompany } from '../factories/company.factory.js';
import { createProject } from '../factories/project.factory.js';
import { createTask, type TestTask } from '../factories/task.factory.js';
import type { Answer } from './api.js';
import { createConnection, type ForgeRequest, type Json, sendFrom, type TestConnection } from './forge.js';
import type { TestService } from './test-service.js';

/** A task and a connection that knows its project. */
export class CodeWorld {
  private constructor(
    readonly company: TestCompany,
    private readonly service: TestService,
    readonly projectId: string,
    readonly task: TestTask,
    readonly connection: TestConnection,
  ) {}

  static async make(
    company: TestCompany,
    service: TestService,
    input: object = {},
    task: object = {},
  ): Promise<CodeWorld> {
    const { owner } = company;
    const { id: projectId } = await createProject(owner);
    const made = await createTask(owner, projectId, task);
    return new CodeWorld(company, service, projectId, made, await createConnection(owner, input));
  }

  get tid(): string {
    return this.task.tid;
  }

  send(request: ForgeRequest, delivery?: string): Promise<Answer> {
    return sendFrom(this.service, this.connection, request, delivery);
  }

  async read(path = ''): Promise<Json> {
    return (await this.company.owner.api.get(`/tasks/${this.task.id}${path}`)).body;
  }

  async status(): Promise<string> {
    return (await this.read()).status as string;
  }

  /** The newest delivery. */
  async outcome(): Promise<[status: string, reason: string | null]> {
    const [last] = (await this.company.owner.api.get(`/code-connections/${this.connection.id}/deliveries`)).body;
    return [last.status, last.reason];
  }

  /** What a person does. */
  set(fields: object): Promise<Answer> {
    return this.company.owner.api.put(`/tasks/${this.task.id}`, fields);
  }
}
