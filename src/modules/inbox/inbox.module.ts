import { Module } from '@nestjs/common';
import { MailModule } from '#core/mail/mail.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { DueMomentsTask } from './due/due-moments.task.js';
import { ErasedPeople } from './erased-people.js';
import { InboxCleanupTask } from './inbox-cleanup.task.js';
import { InboxController } from './inbox.controller.js';
import { InboxService } from './inbox.service.js';
import { InboxUnreadInterceptor } from './inbox-unread.interceptor.js';
import { InboxFollowers } from './live/inbox-followers.js';
import { InboxNews } from './live/inbox-news.js';
import { InboxStreams } from './live/inbox-streams.js';
import { EntryWriter } from './log/entry-writer.js';
import { InboxLog } from './log/inbox-log.js';
import { InboxMetrics } from './log/inbox-metrics.js';
import { InboxReader } from './log/inbox-reader.js';
import { InboxWorker } from './log/inbox-worker.js';
import { People } from './log/people.js';
import { DigestsTask } from './mail/digests.task.js';
import { MailQueue } from './mail/mail-queue.js';
import { MailSender } from './mail/mail-sender.js';
import { PersonalMails } from './mail/personal-mails.service.js';
import { SoonMailsTask } from './mail/soon-mails.task.js';
import { UnmailedEntries } from './mail/unmailed-entries.js';
import { UnsubscribeTokens } from './mail/unsubscribe-tokens.js';
import { UnsubscribeController } from './mail/unsubscribe.controller.js';
import { Unsubscriptions } from './mail/unsubscriptions.js';
import { NotificationSettingsController } from './settings/notification-settings.controller.js';
import { NotificationSettingsService } from './settings/notification-settings.service.js';
import { SnoozeTask } from './snooze.task.js';

/** Tells people what concerns them (inbox). */
@Module({
  imports: [MailModule, ProjectsModule],
  controllers: [InboxController, NotificationSettingsController, UnsubscribeController],
  providers: [
    DigestsTask,
    DueMomentsTask,
    EntryWriter,
    ErasedPeople,
    InboxCleanupTask,
    InboxFollowers,
    InboxLog,
    InboxMetrics,
    InboxNews,
    InboxReader,
    InboxService,
    InboxStreams,
    InboxUnreadInterceptor,
    InboxWorker,
    MailQueue,
    MailSender,
    NotificationSettingsService,
    People,
    PersonalMails,
    SnoozeTask,
    SoonMailsTask,
    UnmailedEntries,
    UnsubscribeTokens,
    Unsubscriptions,
  ],
  exports: [PersonalMails],
})
export class InboxModule {}
