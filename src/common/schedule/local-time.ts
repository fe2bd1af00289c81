import { DateTime, IANAZone } from 'luxon';

/** Replaces a zone that the time zone data no longer know; they did when it was set. */
const UNKNOWN_ZONE = 'UTC';

/** The zone itself, if the time zone data know it. */
export function knownZone(timezone: string): string {
  return IANAZone.create(timezone).isValid ? timezone : UNKNOWN_ZONE;
}

/** What the clocks of a zone show at a moment, as if it were UTC, where every time exists. */
export function shownAt(moment: number, zone: string): DateTime {
  return DateTime.fromMillis(moment, { zone }).setZone('utc', { keepLocalTime: true });
}

/**
 * The moment of a local time. As in RFC 5545 (3.3.5, 3.3.10), one that does not exist moves forward by the gap, and one that
 * exists twice is the first: Luxon does the one, and gives both moments of the other.
 */
export function instantOf(local: DateTime, zone: string): number {
  const possible = local.setZone(zone, { keepLocalTime: true }).getPossibleOffsets();
  return Math.min(...possible.map((instant) => instant.toMillis()));
}
