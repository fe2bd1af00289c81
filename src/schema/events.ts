/** Who made the change of the event of the row `event`, as `user:<id>`, `colleague:<id>` or `integration:<id>`; null for the service itself. */
export function eventActor(event: string): string {
  return `coalesce(coalesce(${event}.actor_colleague ->> 'type', 'colleague') || ':' || (${event}.actor_colleague ->> 'id'), 'user:' || ${event}.actor_id)`;
}
