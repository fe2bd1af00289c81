import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { EventCatalogue } from '#core/events/event-catalogue.js';
import { Label } from './label.entity.js';
import { LABEL_EVENTS } from './label.events.js';
import { LabelsController } from './labels.controller.js';
import { LabelsService } from './labels.service.js';

@Module({
  imports: [CompanyScopeModule.forFeature(Label)],
  controllers: [LabelsController],
  providers: [LabelsService],
  exports: [LabelsService],
})
export class LabelsModule {
  constructor(events: EventCatalogue) {
    events.add(LABEL_EVENTS);
  }
}
