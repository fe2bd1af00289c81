/** Who made the change of the event of the row `event`, as `user:<id>` or `colleague:<id>`; null for the service itself. */
export function eventActor(event: string): string {
  return `coalesce('colleague:' || (${event}.actor_colleague ->> 'id'), 'user:' || ${event}.actor_id)`;
}
