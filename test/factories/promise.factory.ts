import { DateTime } from 'luxon';
import type { TestUser } from './company.factory.js';

/** A person's word about a task. */
export interface TestPromise {
  id: string;
  taskId: string;
  person: { id: string; name: string };
  until: string;
  words: string | null;
  source: string;
  state: string;
  createdAt: string;
  endedAt: string | null;
}

/** The day so many days after today, in UTC: `YYYY-MM-DD`. */
export const dayAhead = (days: number): string => DateTime.utc().plus({ days }).toISODate();

/** Promises a task over the API. */
export async function makePromise(
  user: TestUser,
  task: { id: string },
  input: { until?: string; words?: string } = {},
): Promise<TestPromise> {
  const { status, body } = await user.api.post<TestPromise>(`/tasks/${task.id}/promises`, {
    until: dayAhead(3),
    ...input,
  });
  if (status !== 201) throw new Error(`promise: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** The promises of a task, the newest first. */
export async function promisesOf(user: TestUser, { id }: { id: string }): Promise<TestPromise[]> {
  return (await user.api.get<TestPromise[]>(`/tasks/${id}/promises`)).body;
}
