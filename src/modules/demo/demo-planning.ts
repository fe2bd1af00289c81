import { Injectable } from '@nestjs/common';
import type { RequestContext } from '../../core/company-scope/request-context.js';
import { EpicsService } from '../epics/epics.service.js';
import { LabelsService } from '../labels/labels.service.js';
import { SprintLifecycle } from '../sprints/sprint-lifecycle.service.js';
import { SprintsService } from '../sprints/sprints.service.js';
import { daysFromNow } from './demo-dates.js';
import { DEMO_LABELS, type DemoProject } from './demo-data.js';

/** What the tasks of a project can be planned into. */
export interface DemoPlan {
  sprintId?: string;
  epicId?: string;
}

/** Makes labels, sprints and epics. */
@Injectable()
export class DemoPlanning {
  constructor(
    private readonly labels: LabelsService,
    private readonly sprints: SprintsService,
    private readonly lifecycle: SprintLifecycle,
    private readonly epics: EpicsService,
  ) {}

  /** The ids of the labels, by name. */
  async createLabels(context: RequestContext): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    for (const label of DEMO_LABELS) ids.set(label.name, (await this.labels.create(context, label)).id);
    return ids;
  }

  async create(context: RequestContext, projectId: string, { sprint, epic }: DemoProject): Promise<DemoPlan> {
    const plan: DemoPlan = {};
    if (sprint) {
      const { name, goal, days } = sprint;
      const dates = { startDate: daysFromNow(0), endDate: daysFromNow(days) };
      plan.sprintId = (await this.sprints.create(context, { projectId, name, goal, ...dates })).id;
    }
    if (epic) {
      const { dueInDays, ...input } = epic;
      const dueDate = daysFromNow(dueInDays);
      plan.epicId = (await this.epics.create(context, { ...input, projectId, dueDate })).id;
    }
    return plan;
  }

  /** Once its tasks are in the sprint: what is there then is what its burndown begins with. */
  async start(context: RequestContext, { sprintId }: DemoPlan): Promise<void> {
    if (sprintId) await this.lifecycle.start(context, sprintId);
  }
}
