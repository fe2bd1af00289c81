const DAY = 24 * 60 * 60 * 1_000;

/** A day, as people give due dates and sprints: midnight UTC. */
export function daysFromNow(days: number): string {
  return new Date(new Date(Date.now() + days * DAY).setUTCHours(0, 0, 0, 0)).toISOString();
}

export function hoursAgo(hours: number): string {
  return new Date(Date.now() - (hours * DAY) / 24).toISOString();
}
