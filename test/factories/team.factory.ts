import type { TestUser } from './company.factory.js';

export interface TestTeam {
  id: string;
  name: string;
  description: string | null;
  members: { id: string; name: string; role: string }[];
  createdAt: string;
  updatedAt: string;
}

/** Makes a team over the API and puts the users into it; gives it as it is then. */
export async function createTeam(
  admin: TestUser,
  members: { id: string }[] = [],
  input: object = {},
): Promise<TestTeam> {
  const created = await admin.api.post<TestTeam>('/teams', { name: 'Team', ...input });
  if (created.status !== 201) throw new Error(`create team: ${JSON.stringify(created.body)}`);
  for (const { id } of members) await joinTeam(admin, created.body, { id });
  return members.length === 0 ? created.body : (await admin.api.get<TestTeam>(`/teams/${created.body.id}`)).body;
}

export async function joinTeam(admin: TestUser, team: { id: string }, user: { id: string }): Promise<void> {
  const { status, body } = await admin.api.post(`/teams/${team.id}/members`, { userId: user.id });
  if (status !== 201) throw new Error(`join team: ${JSON.stringify(body)}`);
}

export async function leaveTeam(admin: TestUser, team: { id: string }, user: { id: string }): Promise<void> {
  const { status, body } = await admin.api.delete(`/teams/${team.id}/members/${user.id}`);
  if (status !== 204) throw new Error(`leave team: ${JSON.stringify(body)}`);
}
