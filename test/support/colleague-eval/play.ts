import { addTo } from '#common/collections/add-to.js';
import { Partitions } from '#core/partitions/partitions.js';
import { actionsOf, createColleague, scan, type TestColleague } from '../../factories/colleague.factory.js';
import { createUser, type TestCompany, type TestUser } from '../../factories/company.factory.js';
import { createActiveSprint } from '../../factories/planning.factory.js';
import { createProject } from '../../factories/project.factory.js';
import { createTask, type TestTask } from '../../factories/task.factory.js';
import { atMoment, DAY, HOUR, iso } from '../clock.js';
import type { TestService } from '../test-service.js';
import { type Act, PEOPLE, type Person, type Situation, type SituatedTask } from './situation.js';

/** 09:00 UTC on the day after tomorrow: everything is made before. */
const MIDNIGHT = (Math.floor(Date.now() / DAY) + 2) * DAY;
const START = MIDNIGHT + 9 * HOUR;
const DAYS = 10;

const NAMES: Record<Person, string> = {
  max: 'Max Member',
  mia: 'Mia Chen',
  lea: 'Lea Lead',
  xenia: 'Xenia Lead',
  olga: 'Olga Owner',
};

/** Plays situations against the service, with a set clock. */
export class Stage {
  private constructor(
    private readonly service: TestService,
    private readonly people: ReadonlyMap<Person, TestUser>,
  ) {}

  /** With keys, as tokens do not last ten days. */
  static async of(service: TestService, { owner }: TestCompany): Promise<Stage> {
    // Partitions for all days that are played: the service makes those of the next 7 by itself.
    await atMoment(START + 2 * DAYS * DAY, () => service.app.get(Partitions).run());
    const people = new Map<Person, TestUser>();
    for (const name of PEOPLE) {
      const user = name === 'olga' ? owner : await createUser(owner, 'MEMBER', NAMES[name]);
      const { body } = await user.api.post<{ key: string }>('/api-keys', { name: 'Eval' });
      people.set(name, { ...user, api: user.api.as(body.key) });
    }
    return new Stage(service, people);
  }

  /** All that a colleague of the role says, `rule to person: days`, and the messages. */
  async play(role: string, situation: Situation): Promise<{ said: string[]; messages: string[] }> {
    const { owner = 'olga', days = DAYS, settings = {}, leads = ['olga'], acts = [] } = situation;
    const olga = this.person('olga');
    const project = await createProject(olga);
    for (const lead of leads) {
      await olga.api.put(`/projects/${project.id}/members/${this.person(lead).id}`, { role: 'lead' });
    }
    if (!leads.includes('olga')) {
      await olga.api.delete(`/projects/${project.id}/members/${olga.id}`);
    }
    const tasks = await this.makeTasks(project.id, situation);
    const notifications = { inbox: true };
    const ownerId = this.person(owner).id;
    const input = { role, settings, ownerId, notifications, name: 'Eve', projectIds: [project.id] };
    const colleagues: TestColleague[] = [];
    for (let count = 0; count < (situation.isTwice ? 2 : 1); count += 1)
      colleagues.push(await createColleague(olga, input));
    const said = new Map<string, number[]>();
    const messages: string[] = [];
    for (let day = 0; day < days; day += 1) {
      for (const act of acts.filter((one) => one.day === day)) await this.act(act, tasks);
      for (const colleague of colleagues) {
        const { scanId } = await atMoment(START + day * DAY, () => scan(olga, colleague));
        const actions = (await actionsOf(olga, colleague)).filter((action) => action.scanId === scanId);
        for (const { rule, userId, held, message } of actions) {
          if (held !== null || rule === 'digest') continue;
          messages.push(message);
          const line = userId === null ? rule : `${rule} to ${this.nameOf(userId)}`;
          addTo(said, line, day);
        }
      }
    }
    for (const name of acts.flatMap((act) => (act.away === undefined ? [] : [act.by]))) {
      await this.person(name).api.put('/me', { away: null });
    }
    return { said: [...said].map(([line, on]) => `${line}: ${on.join(' ')}`).sort(), messages };
  }

  private async makeTasks(projectId: string, { tasks, sprintEnds }: Situation): Promise<TestTask[]> {
    const olga = this.person('olga');
    const sprint =
      sprintEnds === undefined
        ? undefined
        : await createActiveSprint(olga, projectId, { name: 'Sprint 7', endDate: iso(MIDNIGHT + sprintEnds * DAY) });
    const made: TestTask[] = [];
    for (const task of tasks)
      made.push(await createTask(this.person(task.creator ?? 'olga'), projectId, this.inputOf(task, sprint?.id)));
    for (const [index, { blockedBy = [] }] of tasks.entries()) {
      for (const place of blockedBy) {
        await olga.api.post(`/tasks/${made[index]!.id}/blockers`, { taskId: made[place]!.id });
      }
    }
    for (const [index, { unchanged = 9 }] of tasks.entries()) {
      await this.service.database.rows('UPDATE tasks SET updated_at = $2 WHERE id = $1', [
        made[index]!.id,
        iso(START - unchanged * DAY),
      ]);
    }
    return made;
  }

  private inputOf(
    { title, due, assignee, status, priority, hours, inSprint }: SituatedTask,
    sprintId?: string,
  ): object {
    return {
      ...(title !== undefined && { title }),
      ...(due !== undefined && { dueDate: iso(MIDNIGHT + due * DAY) }),
      ...(assignee && { assigneeId: this.person(assignee).id }),
      ...(status && { status }),
      ...(priority && { priority }),
      ...(hours !== undefined && { estimatedHours: hours }),
      ...(inSprint && { sprintId }),
    };
  }

  private async act(
    { day, by, comments, task = 0, sets, assigns, dueIn, mutes, away }: Act,
    tasks: readonly TestTask[],
  ): Promise<void> {
    const { api } = this.person(by);
    const path = `/tasks/${tasks[task]!.id}`;
    // An hour before the scan of the day.
    await atMoment(START + day * DAY - HOUR, async () => {
      if (comments !== undefined) await api.post(`${path}/comments`, { body: comments });
      if (sets) await api.put(path, { ...sets });
      if (assigns !== undefined) await api.put(path, { assigneeId: assigns && this.person(assigns).id });
      if (dueIn !== undefined) {
        await api.put(path, { dueDate: dueIn === null ? null : iso(MIDNIGHT + (day + dueIn) * DAY) });
      }
      if (mutes) await api.put(`${path}/mute`, {});
      if (away !== undefined) {
        const dayOf = (moment: number) => iso(moment).slice(0, 10);
        await api.put('/me', { away: { from: dayOf(START + day * DAY), until: dayOf(START + (day + away) * DAY) } });
      }
    });
  }

  private person(name: Person): TestUser {
    return this.people.get(name) as TestUser;
  }

  private nameOf(id: string): string {
    return [...this.people].find(([, user]) => user.id === id)?.[0] ?? 'somebody';
  }
}
