import { Module } from '@nestjs/common';
import { CompanyScopeModule } from '#core/company-scope/company-scope.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { TasksModule } from '#modules/tasks/tasks.module.js';
import { ViewsModule } from '#modules/views/views.module.js';
import { CalendarController } from './calendar.controller.js';
import { CalendarFeed } from './calendar-feed.entity.js';
import { CalendarFeedsController } from './calendar-feeds.controller.js';
import { CalendarFeedsRepository } from './calendar-feeds.repository.js';
import { CalendarFeedsService } from './calendar-feeds.service.js';
import { FeedReader } from './feed-reader.js';

/** Calendars of tasks that programs subscribe to. */
@Module({
  imports: [CompanyScopeModule.forFeature(CalendarFeed), ProjectsModule, TasksModule, ViewsModule],
  controllers: [CalendarController, CalendarFeedsController],
  providers: [CalendarFeedsRepository, CalendarFeedsService, FeedReader],
})
export class CalendarFeedsModule {}
