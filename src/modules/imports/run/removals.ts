import { Inject, Injectable } from '@nestjs/common';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import { EpicsService } from '#modules/epics/epics.service.js';
import { FieldsService } from '#modules/fields/fields.service.js';
import { LabelsService } from '#modules/labels/labels.service.js';
import { RecurrencesService } from '#modules/recurrences/recurrences.service.js';
import { SprintsService } from '#modules/sprints/sprints.service.js';
import { TeamsService } from '#modules/teams/teams.service.js';
import { TemplatesService } from '#modules/templates/templates.service.js';
import { ViewsService } from '#modules/views/views.service.js';
import { VirtualColleaguesService } from '#modules/virtual-colleagues/virtual-colleagues.service.js';
import { WorkflowLanesService } from '#modules/workflow-lanes/workflow-lanes.service.js';

export type Removable =
  'epic' | 'sprint' | 'label' | 'view' | 'template' | 'recurrence' | 'colleague' | 'team' | 'lane' | 'field';

/** Deletes things of each kind as their own modules do. */
@Injectable()
export class Removals {
  @Inject() private readonly fields: FieldsService;
  @Inject() private readonly templates: TemplatesService;
  @Inject() private readonly recurrences: RecurrencesService;

  constructor(
    private readonly epics: EpicsService,
    private readonly sprints: SprintsService,
    private readonly labels: LabelsService,
    private readonly views: ViewsService,
    private readonly colleagues: VirtualColleaguesService,
    private readonly teams: TeamsService,
    private readonly lanes: WorkflowLanesService,
  ) {}

  remove(tx: TransactionContext, kind: Removable, id: string): Promise<void> {
    switch (kind) {
      case 'epic':
        return this.epics.remove(tx, id);
      case 'sprint':
        return this.sprints.removeUnused(tx, id);
      case 'label':
        return this.labels.remove(tx, id);
      case 'view':
        return this.views.withdrawView(tx, id);
      case 'recurrence':
        return this.recurrences.withdrawRecurrence(tx, id);
      case 'template':
        return this.templates.withdrawTemplate(tx, id);
      case 'colleague':
        return this.colleagues.remove(tx, id);
      case 'team':
        return this.teams.remove(tx, id);
      case 'lane':
        return this.lanes.remove(tx, id);
      case 'field':
        return this.fields.remove(tx, id);
    }
  }
}
