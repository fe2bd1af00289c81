import { Inject, Injectable, type Type } from '@nestjs/common';
import { Hooks } from '../hooks/hooks.js';
import type { EventName } from './domain-event.js';
import { DeclaresEvents, type EventDescription, type EventGroup } from './event.hooks.js';

/** The body of a delivery. */
export interface EventBody {
  readonly event: string;
  readonly timestamp: string;
  readonly data: object;
}

/** One event, for those who subscribe to it and for the interface description. */
export interface EventType {
  readonly name: EventName;
  readonly description: string;
  /** Its data has the fields of all of them. */
  readonly dtos: readonly Type[];
  readonly example: EventBody;
  /** Whether it is sent to one receiver that asks for it, and is no event of the company. */
  readonly isSentAlone: boolean;
  /** Whether it stands in the log alone, and no receiver is sent it. */
  readonly isUnsent: boolean;
}

const EXAMPLE_MOMENT = '2026-05-04T09:30:00.000Z';

/** All types of events with their payloads and examples. Each module declares its own. */
@Injectable()
export class EventCatalogue {
  @Inject() private readonly hooks: Hooks;

  /** All of them, by name. */
  get types(): EventType[] {
    const types = this.groups.flatMap((group) =>
      Object.entries(group.events).map(([name, event]) => this.typeOf(name as EventName, event, group)),
    );
    return types.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  private get groups(): readonly EventGroup[] {
    return this.hooks.declarations(DeclaresEvents);
  }

  private typeOf(
    name: EventName,
    { description, adds, example }: EventDescription<object>,
    { areSentAlone: isSentAlone = false, areUnsent: isUnsent = false }: EventGroup,
  ): EventType {
    const resource = this.resourceOf(name);
    const data = { ...resource.example, ...example };
    const dtos = adds ? [resource.dto, adds] : [resource.dto];
    return {
      name,
      description,
      dtos,
      example: { event: name, timestamp: EXAMPLE_MOMENT, data },
      isSentAlone,
      isUnsent,
    };
  }

  private resourceOf(name: string): NonNullable<EventGroup['resource']> {
    const isAlike = (other: string) => firstWordOf(other) === firstWordOf(name);
    const group = this.groups.find(({ resource, events }) => resource && Object.keys(events).some(isAlike));
    if (!group?.resource) throw new Error(`No module says what the data of ${name} is`);
    return group.resource;
  }
}

/** `task` of `task.created`. */
function firstWordOf(name: string): string {
  return name.split('.', 1)[0] ?? name;
}
