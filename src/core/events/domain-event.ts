/** The payload of each event, by name; every module adds its own (`declare module`). */
export interface EventPayloads {}

export type EventName = keyof EventPayloads;

/** Field to its value before and after (decisions 9). */
export type Changes = Record<string, { from: unknown; to: unknown }>;

/** Something that happened in a company and that others may want to know. */
export type DomainEvent = {
  [Name in EventName]: {
    readonly name: Name;
    /** The project whose own thing changed; null for what belongs to the whole company. */
    readonly projectId: string | null;
    readonly data: EventPayloads[Name];
  };
}[EventName];

/** What a write has come to: its result, and its events, which may be none but cannot be forgotten. */
export interface Change<Result> {
  readonly result: Result;
  readonly events: readonly DomainEvent[];
}
