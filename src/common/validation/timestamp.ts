const ISO_8601 =
  /^(\d{4})-(\d{2})-(\d{2})(?:T([01]\d|2[0-3]):([0-5]\d)(?::([0-5]\d)(?:[.,](\d{1,9}))?)?(Z|[+-](?:[01]\d|2[0-3])(?::?[0-5]\d)?))?$/;

/**
 * The moment that an ISO 8601 text names, as UTC with milliseconds, or undefined if it names none: a bare date is
 * midnight UTC, a time needs `Z` or an offset, the date must exist.
 */
export function parseTimestamp(text: string): string | undefined {
  const match = ISO_8601.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', zone = 'Z'] = match;
  const date = new Date(`${year}-${month}-${day}T00:00:00.000Z`);
  if (Number.isNaN(date.getTime()) || date.getUTCDate() !== Number(day)) return undefined;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const offset = zone === 'Z' ? zone : `${zone.slice(0, 3)}:${zone.slice(3).replace(':', '') || '00'}`;
  const moment = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}${offset}`);
  const utcYear = moment.getUTCFullYear();
  return utcYear >= 1 && utcYear <= 9999 ? moment.toISOString() : undefined;
}
