import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { InboxController } from './inbox.controller.js';
import { InboxService } from './inbox.service.js';
import { InboxUnreadInterceptor } from './inbox-unread.interceptor.js';
import { InboxFollowers } from './live/inbox-followers.js';
import { InboxNews } from './live/inbox-news.js';
import { InboxStreams } from './live/inbox-streams.js';
import { EntryWriter } from './log/entry-writer.js';
import { InboxLog } from './log/inbox-log.js';
import { InboxReader } from './log/inbox-reader.js';
import { InboxWorker } from './log/inbox-worker.js';
import { People } from './log/people.js';
import { NotificationSettingsController } from './settings/notification-settings.controller.js';
import { NotificationSettingsService } from './settings/notification-settings.service.js';
import { SnoozeTask } from './snooze.task.js';

/** Tells people what concerns them (inbox). */
@Module({
  imports: [ProjectsModule],
  controllers: [InboxController, NotificationSettingsController],
  providers: [
    EntryWriter,
    InboxFollowers,
    InboxLog,
    InboxNews,
    InboxReader,
    InboxService,
    InboxStreams,
    InboxUnreadInterceptor,
    InboxWorker,
    NotificationSettingsService,
    People,
    SnoozeTask,
  ],
})
export class InboxModule {}
