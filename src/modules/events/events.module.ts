import { Module } from '@nestjs/common';
import { ProjectsModule } from '../projects/projects.module.js';
import { EventLog } from './event-log.js';
import { EventsController } from './events.controller.js';
import { EventsService } from './events.service.js';
import { EventStreams } from './stream/event-streams.js';

/** The log of events. They are written by `core/events`. */
@Module({
  imports: [ProjectsModule],
  controllers: [EventsController],
  providers: [EventLog, EventsService, EventStreams],
})
export class EventLogModule {}
