import { Module } from '@nestjs/common';
import { MailModule } from '#core/mail/mail.module.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { DueMomentsTask } from './due/due-moments.task.js';
import { ErasedPeopleRepository } from './erased-people.repository.js';
import { InboxCleanupTask } from './inbox-cleanup.task.js';
import { InboxController } from './inbox.controller.js';
import { InboxService } from './inbox.service.js';
import { InboxUnreadInterceptor } from './inbox-unread.interceptor.js';
import { InboxFollowers } from './live/inbox-followers.js';
import { InboxNews } from './live/inbox-news.js';
import { InboxStreams } from './live/inbox-streams.js';
import { EntryWriter } from './log/entry-writer.js';
import { InboxLogRepository } from './log/inbox-log.repository.js';
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
import { WrittenEntriesRepository } from './log/written-entries.repository.js';
import { InboxEntriesRepository } from './inbox-entries.repository.js';
import { InboxUpkeepRepository } from './inbox-upkeep.repository.js';
import { InboxNewsRepository } from './live/inbox-news.repository.js';
import { DueMomentsRepository } from './due/due-moments.repository.js';
import { MailsRepository } from './mail/mails.repository.js';
import { UnmailedEntriesRepository } from './mail/unmailed-entries.repository.js';
import { DigestsRepository } from './mail/digests.repository.js';
import { NotificationSettingsRepository } from './settings/notification-settings.repository.js';

/** Tells people what concerns them (inbox). */
@Module({
  imports: [MailModule, ProjectsModule],
  controllers: [InboxController, NotificationSettingsController, UnsubscribeController],
  providers: [
    DigestsRepository,
    DigestsTask,
    DueMomentsRepository,
    DueMomentsTask,
    EntryWriter,
    ErasedPeopleRepository,
    InboxCleanupTask,
    InboxEntriesRepository,
    InboxFollowers,
    InboxLogRepository,
    InboxMetrics,
    InboxNews,
    InboxNewsRepository,
    InboxReader,
    InboxService,
    InboxStreams,
    InboxUnreadInterceptor,
    InboxUpkeepRepository,
    InboxWorker,
    MailQueue,
    MailSender,
    MailsRepository,
    NotificationSettingsRepository,
    NotificationSettingsService,
    People,
    PersonalMails,
    SnoozeTask,
    SoonMailsTask,
    UnmailedEntries,
    UnmailedEntriesRepository,
    UnsubscribeTokens,
    Unsubscriptions,
    WrittenEntriesRepository,
  ],
  exports: [PersonalMails],
})
export class InboxModule {}
