import { DueRecurrences } from '#modules/recurrences/due-recurrences.js';
import { createApiKey } from '../factories/api-key.factory.js';
import type { TestCompany } from '../factories/company.factory.js';
import { createProject, type TestProject } from '../factories/project.factory.js';
import { createRecurrence, type TestRecurrence } from '../factories/recurrence.factory.js';
import type { Answer, Api } from './api.js';
import { atMoment, DAY, HOUR, iso } from './clock.js';
import { startWithCompanies, type TestService } from './test-service.js';

/** Noon of today: partitions are made for a week. */
export const NOON = Math.floor(Date.now() / DAY) * DAY + 12 * HOUR;

export interface MadeTask {
  id: string;
  title: string;
  createdById: string;
  assigneeId: string | null;
  dueDate: string | null;
  recurrenceId: string | null;
  createdAt: string;
}

/** Which day comes so many days after today. */
export const day = (days: number): string => iso(NOON + days * DAY).slice(0, 10);
/** At 09:00 UTC of a day, or another time. */
export const at = (days: number, time = '09:00:00'): number => Date.parse(`${day(days)}T${time}Z`);
/** At 08:00 UTC of a day, or another time. */
export const moment = (days: number, time = '08:00:00'): string => iso(at(days, time));

/** A service that schedules nothing itself: each test says when it is what time. */
export class RecurringWorld {
  private constructor(
    readonly service: TestService,
    readonly company: TestCompany,
    readonly project: TestProject,
    /** Of the member; does not expire before the moments of the tests. */
    readonly api: Api,
  ) {}

  static async start(): Promise<RecurringWorld> {
    const { service, company } = await startWithCompanies({ processRoles: new Set(['api', 'worker']) });
    const project = await createProject(company.owner, { key: 'REC' });
    return new RecurringWorld(service, company, project, (await createApiKey(company.member)).api);
  }

  /** Every day at 08:00 UTC from tomorrow on. */
  make(input: object = {}, projectId = this.project.id): Promise<TestRecurrence> {
    return atMoment(NOON, () => createRecurrence(this, projectId, input));
  }

  /** Does what is due at a moment, as the scheduler would. */
  pass(days: number, time?: string): Promise<number> {
    return atMoment(at(days, time), async () => {
      const due = this.service.app.get(DueRecurrences, { strict: false });
      let settled = 0;
      while (await due.settleFirst(this.company.id)) settled += 1;
      return settled;
    });
  }

  async read({ id }: { id: string }): Promise<TestRecurrence> {
    return (await this.company.owner.api.get(`/recurrences/${id}`)).body;
  }

  async tasksOf({ id }: { id: string }): Promise<MadeTask[]> {
    return (await this.company.owner.api.get(`/tasks?recurrenceId=${id}&sortBy=createdAt&sortOrder=asc`)).body;
  }

  setStatus(id: string | null, status: string, days: number, time?: string): Promise<Answer> {
    return atMoment(at(days, time), () => this.api.put(`/tasks/${id}`, { status }));
  }

  remove({ id }: { id: string }): Promise<Answer> {
    return this.company.owner.api.delete(`/recurrences/${id}`);
  }
}
