import { Injectable, type Type } from '@nestjs/common';
import type { EventName, EventPayloads } from './domain-event.js';

/** What there is to say of one event. */
interface EventDescription<Data> {
  /** When it comes: `A label is created`. */
  readonly description: string;
  /** The DTO of the fields that its data has besides the resource. */
  readonly adds?: Type;
  /** Its data, where that is not as in the example of the resource. */
  readonly example?: Partial<Data>;
}

/** The events that one module makes. */
export interface EventGroup {
  /** The resource in the data of all events with the same first word; left out when another module gives it. */
  readonly resource?: { readonly dto: Type; readonly example: object };
  readonly events: { readonly [Name in EventName]?: EventDescription<EventPayloads[Name]> };
  /** True: they are sent to one receiver that asks for them, and are no events of the company. */
  readonly areSentAlone?: boolean;
}

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
}

const EXAMPLE_MOMENT = '2026-05-04T09:30:00.000Z';

/** All types of events with their payloads and examples. Each module adds its own when it is made. */
@Injectable()
export class EventCatalogue {
  private readonly groups: EventGroup[] = [];

  add(group: EventGroup): void {
    this.groups.push(group);
  }

  /** All of them, by name. */
  get types(): EventType[] {
    const types = this.groups.flatMap((group) =>
      Object.entries(group.events).map(([name, event]) => this.typeOf(name as EventName, event, group)),
    );
    return types.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  private typeOf(
    name: EventName,
    { description, adds, example }: EventDescription<object>,
    { areSentAlone: isSentAlone = false }: EventGroup,
  ): EventType {
    const resource = this.resourceOf(name);
    const data = { ...resource.example, ...example };
    const dtos = adds ? [resource.dto, adds] : [resource.dto];
    return { name, description, dtos, example: { event: name, timestamp: EXAMPLE_MOMENT, data }, isSentAlone };
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
