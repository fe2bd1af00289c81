import type { TestCompany } from './company.factory.js';

/** An id of each kind of resource, by the first part of its path. */
export type Resources = Record<string, string>;

/** Makes one of everything in a company. */
export async function createResources({ owner, member }: TestCompany): Promise<Resources> {
  const make = async (path: string, input: object): Promise<string> => {
    const { status, body } = await owner.api.post<{ id: string }>(path, input);
    if (status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(body)}`);
    return body.id;
  };
  const projects = await make('/projects', { name: 'Project' });
  const tasks = await make('/tasks', { title: 'Task', projectId: projects });
  const teams = await make('/teams', { name: 'Team' });
  const labels = await make('/labels', { name: 'Label' });
  const apiKeys = await make('/api-keys', { name: 'Key' });
  const comments = await make(`/tasks/${tasks}/comments`, { body: 'Comment' });
  const sprints = await make('/sprints', { name: 'Sprint', projectId: projects });
  const epics = await make('/epics', { name: 'Epic', projectId: projects });
  return { users: member.id, 'api-keys': apiKeys, projects, tasks, teams, labels, comments, sprints, epics };
}
