import { Injectable } from '@nestjs/common';
import type { EventName } from '#core/events/domain-event.js';
import { EventCatalogue, type EventType } from '#core/events/event-catalogue.js';

/** What can be subscribed to and asked for: the events, in the order of docs/events.md. */
export const EVENT_NAMES = [
  'task.created',
  'task.updated',
  'task.deleted',
  'task.completed',
  'task.assigned',
  'task.commented',
  'project.created',
  'project.updated',
  'project.deleted',
  'project.archived',
  'sprint.created',
  'sprint.started',
  'sprint.completed',
  'sprint.cancelled',
  'team.created',
  'team.updated',
  'team.member_added',
  'team.member_removed',
  'label.created',
  'label.updated',
  'label.deleted',
  'label.completed',
  'epic.created',
  'epic.updated',
  'epic.deleted',
] as const satisfies readonly EventName[];

/** Events of the log that no webhook is sent. */
const UNSENT_EVENT_NAMES = ['promise.made', 'promise.ended'] as const satisfies readonly EventName[];

/** What can be read of the log. */
export const LOGGED_EVENT_NAMES = [...EVENT_NAMES, ...UNSENT_EVENT_NAMES] as const;

/** SQL of whether webhooks may be sent the event of the row. */
export function isSentEvent(event: string): string {
  return `${event}.name NOT IN (${UNSENT_EVENT_NAMES.map((name) => `'${name}'`).join(', ')})`;
}

/** The types of events by name, as the modules that own them describe them. */
@Injectable()
export class EventTypes {
  constructor(private readonly catalogue: EventCatalogue) {}

  findAll(): EventType[] {
    const types = new Map<string, EventType>(this.catalogue.types.map((type) => [type.name, type]));
    return EVENT_NAMES.map((name) => {
      const type = types.get(name);
      if (!type) throw new Error(`No module describes ${name}`);
      return type;
    });
  }

  /** The whole body of a delivery of the event, as an example. */
  exampleOf(name: (typeof EVENT_NAMES)[number]): EventType['example'] {
    return (this.findAll().find((type) => type.name === name) as EventType).example;
  }
}
