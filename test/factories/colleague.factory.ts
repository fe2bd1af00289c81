import type { TestUser } from './company.factory.js';

/** A rule that people wrote. */
export interface TestRule {
  id: string;
  name: string;
  filter: string;
  type: string;
  to: string;
  message: string | null;
  repeatHours: number;
  enabled: boolean;
  broken: boolean;
}

/** A colleague as lists show it; those have no rules. */
export interface TestColleague {
  id: string;
  name: string;
  role: string;
  description: string | null;
  avatar: string | null;
  active: boolean;
  schedule: { frequency: string; time?: string; timezone: string };
  projectIds: string[];
  notifications: {
    chat?: { webhookUrl: string; format?: string; threadPerTask?: boolean; disabledReason?: string };
    mail?: { to: string | string[] };
    inbox?: boolean;
  } | null;
  settings: Record<'chase' | 'reminder' | 'escalation' | 'reporting' | 'quiet' | 'limits', Record<string, unknown>> & {
    tone: string;
  };
  ownerId: string;
  rules: TestRule[];
  nextRunAt: string | null;
  lastRunAt: string | null;
  lastRunStatus: string | null;
  createdAt: string;
  updatedAt: string;
}

/** An action, as the log shows it. */
export interface TestAction {
  id: string;
  scanId: string;
  type: string;
  rule: string;
  taskId: string | null;
  userId: string | null;
  message: string;
  status: string;
  why: Record<string, unknown> | null;
  held: string | null;
  feedback: { useful: number; notUseful: number; mine: boolean | null };
  createdAt: string;
}

/** What POST /virtual-colleagues/{id}/scan answers. */
export interface TestScan {
  scanId: string;
  tasksScanned: number;
  actionsGenerated: number;
  sent: number;
  failed: number;
  durationMs: number;
  lastScanAt: string;
  nextScanAt: string | null;
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

/** Has the colleague scan. */
export async function scan(user: TestUser, { id }: { id: string }): Promise<TestScan> {
  const { status, body } = await user.api.post<TestScan>(`/virtual-colleagues/${id}/scan`);
  if (status !== 200) throw new Error(`scan: ${status} ${JSON.stringify(body)}`);
  return body;
}

/** The runs of the colleague, the newest first. */
export async function historyOf<Run = Record<string, unknown>>(user: TestUser, { id }: { id: string }): Promise<Run[]> {
  return (await user.api.get<Run[]>(`/virtual-colleagues/${id}/scan-history`)).body;
}

/** The newest actions of the colleague, of one rule if it is given. */
export async function actionsOf(user: TestUser, { id }: { id: string }, rule?: string): Promise<TestAction[]> {
  const { body } = await user.api.get<{ data: TestAction[] }>(`/virtual-colleagues/${id}/activity?page=1&limit=200`);
  return body.data.filter((action) => rule === undefined || action.rule === rule);
}
