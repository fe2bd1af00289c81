import type { Api } from '../support/api.js';
import type { TestCompany } from './company.factory.js';
import type { TestProject } from './project.factory.js';
import type { TestTask } from './task.factory.js';

/** Teams, members, lanes, views and virtual colleagues, which refer to projects and people. The key of an agent among them. */
export async function createCompanyThings(
  api: Api,
  { owner, admin, member }: TestCompany,
  { project, task, shopId, labelName }: { project: TestProject; task: TestTask; shopId: string; labelName: string },
): Promise<string> {
  const team = (await owner.api.post('/teams', { name: 'Builders', description: 'Who builds' })).body;
  await owner.api.post(`/teams/${team.id}/members`, { userId: member.id });
  await owner.api.post('/teams', { name: 'Nobody yet' });
  await owner.api.put(`/projects/${project.id}`, { teamId: team.id });
  await owner.api.put(`/projects/${project.id}/members/${admin.id}`, { role: 'lead' });
  await owner.api.delete(`/projects/${project.id}/members/${owner.id}`);
  const lanes = (await owner.api.put<{ id: string }[]>('/workflow-lanes', { lanes: ['To Do', 'Odd one', 'Done'] }))
    .body;
  await owner.api.put(`/workflow-lanes/${lanes[1]!.id}`, { limit: 4 });
  const agent = (
    await owner.api.post('/virtual-colleagues', { name: 'Robot', role: 'agent', projectIds: [project.id] })
  ).body;
  await owner.api.put(`/tasks/${task.id}`, { delegateId: agent.id });
  const key = (await owner.api.post('/api-keys', { name: 'Robot', colleagueId: agent.id })).body;
  const robot = api.as(key.key as string);
  await robot.post(`/tasks/${task.id}/comments`, { body: 'I look into it' });
  await robot.post(`/tasks/${task.id}/time-entries`, { hours: 0.5, note: 'Looked into it' });
  const rule = { name: 'Bugs', filter: `label = "${labelName}"`, type: 'reminder', to: `user:${member.id}` };
  const orchestrator = {
    name: 'Conductor',
    role: 'agent_orchestrator',
    schedule: { frequency: 'hourly' },
    settings: {
      tone: 'formal',
      rules: { digest: false },
      delegation: { agentIds: [agent.id], filter: `project = ${project.key} and label = "${labelName}"`, perRun: 3 },
    },
    rules: [rule],
    ownerId: admin.id,
  };
  await owner.api.post('/virtual-colleagues', orchestrator);
  await owner.api.post('/virtual-colleagues', { name: 'Asleep', role: 'manager', active: false });
  const view = { name: 'Mine', filter: `assignee = "${member.name}" and epic = Launch`, projectId: project.id };
  await member.api.post('/views', { ...view, layout: 'board', groupBy: 'status', columns: ['tid', 'title'] });
  await owner.api.post('/views', {
    name: 'Of the shop',
    filter: `project = SHOP`,
    visibility: 'company',
    projectId: shopId,
  });
  await owner.api.post('/views', { name: 'Of all', filter: 'labels is empty', visibility: 'company' });
  const content = { title: '{{week}}', assigneeId: member.id, dueIn: { days: 2 } };
  const subtasks = [{ title: 'Below', assigneeId: 'parent', priority: 'High' }];
  await member.api.post('/templates', { name: 'Weekly', projectId: project.id, task: content, subtasks });
  await member.api.post('/recurrences', {
    name: 'Retrospective',
    projectId: project.id,
    task: { title: 'Retrospective {{n}}', assigneeId: member.id },
    subtasks: [{ title: 'Collect' }],
    schedule: { frequency: 'weekly', interval: 2, days: ['fri'], timezone: 'Europe/Berlin' },
    active: false,
  });
  await admin.api.post('/templates', { name: 'Of all', description: 'For all', task: { title: 'All' } });
  return key.key as string;
}
