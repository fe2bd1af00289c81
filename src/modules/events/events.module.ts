import { Module } from '@nestjs/common';
import { INBOX_NOTICE } from '#core/events/inbox-notice.js';
import { DeclaresNamingTables, type NamingTable } from '#modules/users/user.hooks.js';
import { ProjectsModule } from '#modules/projects/projects.module.js';
import { EventLogRepository } from './event-log.repository.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { EventStreams } from './stream/event-streams.js';

/** The log of events. They are written by `core/events`. */
@Module({
  imports: [ProjectsModule],
  controllers: [EventsController],
  providers: [EventLogRepository, EventsService, EventStreams],
})
export class EventLogModule {
  @DeclaresNamingTables()
  namingTables(): NamingTable[] {
    // What is for the inbox alone has texts of the service's own.
    return [
      { table: 'events', where: `x.name <> '${INBOX_NOTICE}'`, columns: { data: { type: 'json', hand: 'typed' } } },
      { table: 'events', where: `x.name = '${INBOX_NOTICE}'`, columns: { data: { type: 'json', hand: 'made' } } },
    ];
  }
}
