import { Module } from '@nestjs/common';
import { EventTypesController } from './event-types.controller.js';
import { EventTypes } from './event-types.service.js';

@Module({ controllers: [EventTypesController], providers: [EventTypes], exports: [EventTypes] })
export class EventTypesModule {}
