const DAY = 24 * 60 * 60 * 1_000;

export function daysFromNow(days: number): string {
  return new Date(Date.now() + days * DAY).toISOString();
}

export function hoursAgo(hours: number): string {
  return new Date(Date.now() - (hours * DAY) / 24).toISOString();
}
