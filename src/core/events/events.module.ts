import { Global, Module } from '@nestjs/common';
import { EventCatalogue } from './event-catalogue.js';
import { EventHints } from './event-hints.js';
import { Outbox } from './outbox.js';

@Global()
@Module({ providers: [EventCatalogue, EventHints, Outbox], exports: [EventCatalogue, Outbox] })
export class EventsModule {}
