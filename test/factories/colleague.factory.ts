import type { TestUser } from './company.factory.js';

/** A colleague as lists show it. */
export interface TestColleague {
  id: string;
  name: string;
  role: string;
  description: string | null;
  avatar: string | null;
  active: boolean;
  schedule: { frequency: string; time: string | null; timezone: string };
  projectIds: string[];
  notifications: { chat: { webhookUrl: string } } | null;
  settings: Record<'chase' | 'reminder' | 'escalation' | 'reporting', Record<string, unknown>> & { tone: string };
  ownerId: string;
  nextRunAt: string | null;
  lastRunAt: string | null;
  lastRunStatus: string | null;
  createdAt: string;
  updatedAt: string;
}

/** Makes a colleague over the API: a scrum master, unless it is to be another. */
export async function createColleague(admin: TestUser, input: object = {}): Promise<TestColleague> {
  const created = await admin.api.post<TestColleague>('/virtual-colleagues', {
    name: 'Colleague',
    role: 'scrum_master',
    ...input,
  });
  if (created.status !== 201) throw new Error(`create colleague: ${JSON.stringify(created.body)}`);
  return created.body;
}
