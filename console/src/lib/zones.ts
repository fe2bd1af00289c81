/** The zone that the reader's clock is in; offered besides all that the browser knows. */
export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** All zones to choose from, and the one that is chosen. */
export const zonesWith = (zone: string) =>
  [...new Set([zone, 'UTC', ...Intl.supportedValuesOf('timeZone')])].map((value) => ({ value, label: value }));
