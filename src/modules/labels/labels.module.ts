import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { DeclaresEvents, type EventGroup } from '#core/events/event.hooks.js';
import { Label } from './label.entity.js';
import { LABEL_EVENTS } from './label.events.js';
import { LabelsController } from './labels.controller.js';
import { LabelsService } from './labels.service.js';
import { LabelsRepository } from './labels.repository.js';

@Module({
  imports: [CompanyScopeModule.forFeature(Label)],
  controllers: [LabelsController],
  providers: [LabelsRepository, LabelsService],
  exports: [LabelsService],
})
export class LabelsModule {
  @DeclaresEvents()
  events(): EventGroup {
    return LABEL_EVENTS;
  }
}
