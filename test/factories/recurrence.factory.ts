import type { TestUser } from './company.factory.js';

/** A recurrence as POST /recurrences answers it. */
export interface TestRecurrence {
  id: string;
  name: string;
  projectId: string;
  templateId: string | null;
  task: Record<string, unknown> | null;
  subtasks: Record<string, unknown>[];
  schedule: Record<string, unknown>;
  words: string;
  mode: string;
  onlyOneOpen: boolean;
  active: boolean;
  nextAt: string | null;
  next: string[];
  lastTaskId: string | null;
  made: number;
  skipped: number;
  createdById: string | null;
  error: string | null;
  createdAt: string;
  updatedAt: string;
}

let sequence = 0;

/** Makes a recurrence over the API: every day at 08:00 UTC, unless told otherwise. */
export async function createRecurrence(
  creator: Pick<TestUser, 'api'>,
  projectId: string,
  input: object = {},
): Promise<TestRecurrence> {
  sequence += 1;
  const { status, body } = await creator.api.post('/recurrences', {
    name: `Recurrence ${sequence}`,
    projectId,
    ...(!('templateId' in input) && { task: { title: 'Made' } }),
    schedule: { frequency: 'daily', timezone: 'UTC' },
    ...input,
  });
  if (status !== 201) throw new Error(`create recurrence: ${JSON.stringify(body)}`);
  return body as TestRecurrence;
}
