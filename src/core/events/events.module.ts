import { Global, Module } from '@nestjs/common';
import { EventCatalogue } from './event-catalogue.js';
import { Outbox } from './outbox.js';

@Global()
@Module({ providers: [EventCatalogue, Outbox], exports: [EventCatalogue, Outbox] })
export class EventsModule {}
