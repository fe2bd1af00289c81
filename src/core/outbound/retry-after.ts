/** The seconds that a header `Retry-After` asks for, of which there may be fractions, or until its date; less than 0 when it is past. */
export function secondsOfRetryAfter(header: string | null, now = Date.now()): number | undefined {
  if (header === null) return undefined;
  if (/^\s*\d+(\.\d+)?\s*$/.test(header)) return Number(header);
  // Anything shorter is no date of HTTP, though `Date.parse` may make one of it.
  const moment = header.trim().length < SHORTEST_DATE ? NaN : Date.parse(header);
  return Number.isNaN(moment) ? undefined : (moment - now) / 1_000;
}

const SHORTEST_DATE = 'Nov 27 12:00:00 2026'.length;
