import { toldTask } from '../support/told-task.js';
import type { Changes } from '#core/events/domain-event.js';
import type { TestUser } from './company.factory.js';
import { createProject } from './project.factory.js';

/** A task as POST /tasks answers it. */
export interface TestTask {
  id: string;
  tid: string;
  title: string;
  status: string;
  projectId: string;
  parentId: string | null;
  rank: string;
  isBlocked: boolean;
  createdAt: string;
  updatedAt: string;
}

/** An entry of GET /tasks/{id}/activity. */
export interface TestActivity {
  id: string;
  at: string;
  actor: { id: string; name: string };
  event: string;
  changes: Changes;
}

/** Makes a task over the API. */
export async function createTask(creator: TestUser, projectId: string, input: object = {}): Promise<TestTask> {
  const created = await creator.api.post('/tasks', { title: 'Task', projectId, ...input });
  if (created.status !== 201) throw new Error(`create task: ${JSON.stringify(created.body)}`);
  return toldTask(created.body as TestTask);
}

/** Makes tasks one after the other, in the order of their titles. */
export async function createTasks(creator: TestUser, projectId: string, titles: string[]): Promise<TestTask[]> {
  const tasks: TestTask[] = [];
  for (const title of titles) tasks.push(await createTask(creator, projectId, { title }));
  return tasks;
}

/** Makes a project with such tasks, in the order of their titles. */
export async function createProjectWithTasks<Titles extends string[]>(creator: TestUser, ...titles: Titles) {
  const { id: projectId } = await createProject(creator);
  const tasks = await createTasks(creator, projectId, titles);
  return { projectId, tasks: tasks as { [Index in keyof Titles]: TestTask } };
}
