import type { TestUser } from './company.factory.js';

export interface TestSprint {
  id: string;
  projectId: string;
  name: string;
  goal: string | null;
  status: string;
  startDate: string | null;
  endDate: string | null;
  startedAt: string | null;
  endedAt: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface TestEpic {
  id: string;
  projectId: string;
  name: string;
  description: string | null;
  color: string;
  startDate: string | null;
  dueDate: string | null;
  createdAt: string;
  updatedAt: string;
}

export interface TestLabel {
  id: string;
  name: string;
  color: string;
  createdAt: string;
  updatedAt: string;
}

let sequence = 0;

async function make<T>(creator: TestUser, path: string, input: object): Promise<T> {
  const { status, body } = await creator.api.post<T>(path, input);
  if (status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(body)}`);
  return body;
}

/** Makes a planned sprint over the API. */
export function createSprint(creator: TestUser, projectId: string, input: object = {}): Promise<TestSprint> {
  return make(creator, '/sprints', { name: 'Sprint', projectId, ...input });
}

/** Makes an active sprint over the API. */
export async function createActiveSprint(
  creator: TestUser,
  projectId: string,
  input: object = {},
): Promise<TestSprint> {
  const { id } = await createSprint(creator, projectId, input);
  const { status, body } = await creator.api.post<TestSprint>(`/sprints/${id}/start`);
  if (status !== 200) throw new Error(`start sprint: ${JSON.stringify(body)}`);
  return body;
}

/** Makes an epic over the API. */
export function createEpic(creator: TestUser, projectId: string, input: object = {}): Promise<TestEpic> {
  return make(creator, '/epics', { name: 'Epic', projectId, ...input });
}

/** Makes a label over the API; names are unique in the worker unless one is given. */
export function createLabel(creator: TestUser, input: object = {}): Promise<TestLabel> {
  sequence += 1;
  return make(creator, '/labels', { name: `Label ${sequence}`, ...input });
}
