import { Injectable } from '@nestjs/common';
import type { RequestContext, TransactionContext } from '#core/company-scope/request-context.js';
import { ApiKeysService } from '#modules/api-keys/api-keys.service.js';
import { TaskCreation } from '#modules/tasks/changes/task-creation.service.js';
import { type PastRun, PastRuns } from '#modules/virtual-colleagues/runs/past-runs.service.js';
import { VirtualColleaguesService } from '#modules/virtual-colleagues/virtual-colleagues.service.js';
import { AgentCalls } from '#modules/work/calls/agent-calls.service.js';
import { PersonCalls } from '#modules/work/calls/person-calls.service.js';
import { WorkOffers } from '#modules/work/claims/work-offers.service.js';
import { DEMO_COLLEAGUES } from './demo-data.js';
import type { MadeProjects, MadeTask } from './demo-projects.js';
import { hoursAgo } from './demo-dates.js';
import { DEMO_RUNS, type DemoRun } from './demo-history-data.js';
import { DEMO_AGENT, DEMO_AGENT_TASKS, type DemoWork } from './demo-agent-data.js';

/** Makes the colleagues; some have run, and one is an agent that has worked already, has a question and waits for a review (agents). */
@Injectable()
export class DemoColleagues {
  constructor(
    private readonly colleagues: VirtualColleaguesService,
    private readonly apiKeys: ApiKeysService,
    private readonly tasks: TaskCreation,
    private readonly offers: WorkOffers,
    private readonly agentCalls: AgentCalls,
    private readonly personCalls: PersonCalls,
    private readonly pastRuns: PastRuns,
  ) {}

  /** `users` are the ids by e-mail address. */
  async create(
    context: TransactionContext,
    users: ReadonlyMap<string, string>,
    { projects, tasks }: MadeProjects,
  ): Promise<void> {
    const ids = new Map<string, string>();
    for (const { owner, projects: keys = [], ...colleague } of DEMO_COLLEAGUES) {
      const schedule = { frequency: 'weekdays' } as const;
      const notifications = { inbox: true };
      const projectIds = keys.map((key) => projects.get(key) as string);
      const input = { ...colleague, projectIds, schedule, notifications, ownerId: users.get(owner) };
      ids.set(colleague.name, (await this.colleagues.create(context, input)).id);
    }
    for (const { colleague, ...run } of DEMO_RUNS) {
      await this.pastRuns.writeRun(context, ids.get(colleague) as string, pastRun(run, users, tasks));
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
    // What it asks and hands in is in the inbox of who answers.
    const telling = { ...acting, tells: undefined };
    const { work } = await this.offers.takeTask(acting, { taskId });
    if (plan) await this.agentCalls.replacePlan(acting, work.id, { steps: plan });
    for (const activity of said ?? []) await this.agentCalls.addActivity(acting, work.id, activity);
    await this.agentCalls.noteHeartbeat(acting, work.id, { ...(usage && { usage }), progress: submitted ? 100 : 40 });
    if (failed !== undefined) await this.agentCalls.failWork(acting, work.id, { reason: failed });
    if (asked) await this.agentCalls.askQuestion(telling, work.id, asked);
    if (submitted) await this.agentCalls.submitWork(telling, work.id, submitted);
    if (review) await this.personCalls.reviewWork(context, work.id, review);
  }
}

function pastRun(
  { hoursAgo: hours, actions }: Omit<DemoRun, 'colleague'>,
  users: ReadonlyMap<string, string>,
  tasks: ReadonlyMap<string, MadeTask>,
): PastRun {
  const idOf = (email: string) => users.get(email) as string;
  return {
    at: hoursAgo(hours),
    tasksScanned: tasks.size,
    actions: actions.map(({ task: title, to, message, useful = [], notUseful = [], ...action }) => {
      const { id, tid, projectId } = tasks.get(title) as MadeTask;
      return {
        ...action,
        taskId: id,
        projectId,
        userId: idOf(to),
        message: message.replace('{task}', `${tid} "${title}"`),
        feedback: new Map([
          ...useful.map((email) => [idOf(email), true] as const),
          ...notUseful.map((email) => [idOf(email), false] as const),
        ]),
      };
    }),
  };
}
