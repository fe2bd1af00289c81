import pg from 'pg';

const TIMESTAMPTZ = 1184;
const NUMERIC = 1700;
const INT8 = 20;

/**
 * How PostgreSQL's text becomes values on every connection: timestamps as ISO 8601 UTC with milliseconds, never a Date;
 * numeric and bigint as numbers (ours stay far below 2^53). The connection's time zone is UTC.
 */
export const databaseTypes: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === TIMESTAMPTZ) return isoTimestamp;
    if (oid === NUMERIC || oid === INT8) return Number;
    return pg.types.getTypeParser(oid, format) as (text: string) => unknown;
  }) as pg.CustomTypesConfig['getTypeParser'],
};

/** From `2026-11-20 09:05:07.12+00`; PostgreSQL leaves out trailing zeros of the fraction. */
function isoTimestamp(text: string): string {
  const fraction = text.length > 22 ? text.slice(20, -3) : '';
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z`;
}
