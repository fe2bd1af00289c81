/**
 * Who made the change of the event of the row `event`, as `user:<id>`, `colleague:<id>`, `recurrence:<id>` or `integration:<id>`;
 * null for the service itself.
 */
export function eventActor(event: string): string {
  const acting = `coalesce(${event}.actor_colleague ->> 'type', 'colleague') || ':' || (${event}.actor_colleague ->> 'id')`;
  return `coalesce(${acting}, 'user:' || ${event}.actor_id)`;
}
