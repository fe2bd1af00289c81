import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { SampleThing } from './sample-thing.entity.js';
import { SampleThingsController } from './sample-things.controller.js';
import { SampleThingsService } from './sample-things.service.js';

@Module({
  imports: [CompanyScopeModule.forFeature(SampleThing)],
  controllers: [SampleThingsController],
  providers: [SampleThingsService],
})
export class SampleThingsModule {}
