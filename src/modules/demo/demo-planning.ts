import { Injectable } from '@nestjs/common';
import type { RequestContext } from '#core/company-scope/request-context.js';
import { EpicsService } from '#modules/epics/epics.service.js';
import { LabelsService } from '#modules/labels/labels.service.js';
import { SprintLifecycle } from '#modules/sprints/sprint-lifecycle.service.js';
import { SprintsService } from '#modules/sprints/sprints.service.js';
import { daysFromNow } from './demo-dates.js';
import { TemplatesService } from '#modules/templates/templates.service.js';
import { RecurrencesService } from '#modules/recurrences/recurrences.service.js';
import { FieldsService } from '#modules/fields/fields.service.js';
import { DEMO_FIELDS, DEMO_LABELS, DEMO_RECURRENCE, DEMO_TEMPLATES } from './demo-data.js';
import type { DemoProject, DemoSprint } from './demo-project-data.js';

/** What the tasks of a project can be planned into: ids by name. */
export interface DemoPlan {
  sprints: ReadonlyMap<string, string>;
  epics: ReadonlyMap<string, string>;
}

/** Makes labels, fields, templates, recurrences, sprints and epics. */
@Injectable()
export class DemoPlanning {
  constructor(
    private readonly labels: LabelsService,
    private readonly sprints: SprintsService,
    private readonly lifecycle: SprintLifecycle,
    private readonly epics: EpicsService,
    private readonly fields: FieldsService,
    private readonly templates: TemplatesService,
    private readonly recurrences: RecurrencesService,
  ) {}

  /** The company's own fields. Nobody asks for them: they come with the company. */
  async createFields({ permission: _permission, ...context }: RequestContext): Promise<void> {
    for (const field of DEMO_FIELDS) await this.fields.create(context, field);
  }

  /** The company's templates. */
  async createTemplates(context: RequestContext): Promise<void> {
    for (const template of DEMO_TEMPLATES) await this.templates.create(context, template);
  }

  /** What comes again in a project. */
  async createRecurrence(context: RequestContext, projectId: string): Promise<void> {
    await this.recurrences.create(context, { ...DEMO_RECURRENCE, projectId });
  }

  /** The ids of the labels, by name. */
  async createLabels(context: RequestContext): Promise<Map<string, string>> {
    const ids = new Map<string, string>();
    for (const label of DEMO_LABELS) ids.set(label.name, (await this.labels.create(context, label)).id);
    return ids;
  }

  async create(
    context: RequestContext,
    projectId: string,
    { sprints = [], epics = [] }: DemoProject,
  ): Promise<DemoPlan> {
    const plan = { sprints: new Map<string, string>(), epics: new Map<string, string>() };
    for (const { name, goal, days } of sprints) {
      const dates = days && { startDate: daysFromNow(days[0]), endDate: daysFromNow(days[1]) };
      plan.sprints.set(name, (await this.sprints.create(context, { projectId, name, goal, ...dates })).id);
    }
    for (const { dueInDays, ...input } of epics) {
      const dueDate = daysFromNow(dueInDays);
      plan.epics.set(input.name, (await this.epics.create(context, { ...input, projectId, dueDate })).id);
    }
    return plan;
  }

  /** Call it once the tasks are in the sprints: a burndown begins with the tasks at the start. */
  async carryOut(context: RequestContext, plan: DemoPlan, sprints: DemoSprint[] = []): Promise<void> {
    for (const { name, status } of sprints) {
      const id = plan.sprints.get(name) as string;
      if (status !== 'planned') await this.lifecycle.startSprint(context, id);
      if (status === 'completed') await this.lifecycle.completeSprint(context, id, {});
    }
  }
}
