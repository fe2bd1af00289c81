import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { ApiKeysService } from '../api-keys/api-keys.service.js';
import { TaskCreation } from '../tasks/changes/task-creation.service.js';
import { VirtualColleaguesService } from '../virtual-colleagues/virtual-colleagues.service.js';
import { AgentCalls } from '../work/calls/agent-calls.service.js';
import { PersonCalls } from '../work/calls/person-calls.service.js';
import { WorkOffers } from '../work/claims/work-offers.service.js';
import { DEMO_COLLEAGUES } from './demo-data.js';
import { DEMO_AGENT, DEMO_AGENT_TASKS, type DemoWork } from './demo-agent-data.js';

/** Makes the colleagues; one is an agent that has worked already, has a question and waits for a review (agents). */
@Injectable()
export class DemoColleagues {
  constructor(
    private readonly colleagues: VirtualColleaguesService,
    private readonly apiKeys: ApiKeysService,
    private readonly tasks: TaskCreation,
    private readonly offers: WorkOffers,
    private readonly agentCalls: AgentCalls,
    private readonly personCalls: PersonCalls,
  ) {}

  /** `users` are the ids by e-mail address, `projects` those by key. */
  async create(
    context: RequestContext,
    users: ReadonlyMap<string, string>,
    projects: ReadonlyMap<string, string>,
  ): Promise<void> {
    for (const { owner, ...colleague } of DEMO_COLLEAGUES) {
      const schedule = { frequency: 'weekdays' } as const;
      const notifications = { inbox: true };
      await this.colleagues.create(context, { ...colleague, schedule, notifications, ownerId: users.get(owner) });
    }
    await this.createAgent(context, users, projects);
  }

  private async createAgent(
    context: RequestContext,
    users: ReadonlyMap<string, string>,
    projects: ReadonlyMap<string, string>,
  ): Promise<void> {
    const { key, owner, ...input } = DEMO_AGENT;
    const colleague = await this.colleagues.create(context, { ...input, ownerId: users.get(owner) });
    const { id: colleagueId, name } = colleague;
    const { id: apiKeyId } = await this.apiKeys.create(context, { name: key, colleagueId });
    const agent = { id: colleagueId, name, role: 'agent', isEnabled: true, userRole: 'OWNER', isFenced: true } as const;
    const acting: RequestContext = { ...context, role: 'MEMBER', apiKeyId, agent };
    for (const { project, assignee, works = [], ...task } of DEMO_AGENT_TASKS) {
      const { id } = await this.tasks.create(context, {
        ...task,
        projectId: projects.get(project) as string,
        assigneeId: users.get(assignee),
        delegateId: colleagueId,
      });
      for (const work of works) await this.perform(context, acting, id, work);
    }
  }

  private async perform(
    context: RequestContext,
    acting: RequestContext,
    taskId: string,
    done: DemoWork,
  ): Promise<void> {
    const { plan, said, usage, submitted, review, failed, asked } = done;
    const { work } = await this.offers.take(acting, { taskId });
    if (plan) await this.agentCalls.replacePlan(acting, work.id, { steps: plan });
    for (const activity of said ?? []) await this.agentCalls.addActivity(acting, work.id, activity);
    await this.agentCalls.heartbeat(acting, work.id, { ...(usage && { usage }), progress: submitted ? 100 : 40 });
    if (failed !== undefined) await this.agentCalls.fail(acting, work.id, { reason: failed });
    if (asked) await this.agentCalls.ask(acting, work.id, asked);
    if (submitted) await this.agentCalls.submit(acting, work.id, submitted);
    if (review) await this.personCalls.review(context, work.id, review);
  }
}
