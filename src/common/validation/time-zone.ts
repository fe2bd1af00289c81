import { IsString } from 'class-validator';
import { Field, type Presence, Rule } from './field.js';

/** Most characters; the longest name today has 32. */
const LONGEST = 100;

/** Refuses offsets such as `+05:30`, which `Intl.DateTimeFormat` takes. */
const NAME = /^[A-Za-z][A-Za-z0-9_+-]*(\/[A-Za-z0-9_+-]+)*$/;

/** What ICU adds to the IANA names: abbreviations, which mean one zone here and another there, and `SystemV/…`. */
const NO_IANA_NAME =
  /^(SystemV\/.*|(?:A[CEGRS]T|BET|BST|CAT|C[NS]T|CTT|EAT|ECT|IET|IST|JST|MIT|N[ES]T|PLT|P[NRS]T|SST|VST))$/i;

/** The IANA name of a time zone. */
export function TimeZoneName(presence: Presence): PropertyDecorator {
  return Field(presence, { type: String, example: 'Europe/Kyiv', maxLength: LONGEST }, [
    IsString({ message: 'Expected string' }),
    Rule((value) =>
      isTimeZoneName(value as string) ? undefined : 'Must be an IANA time zone name such as Europe/Kyiv',
    ),
  ]);
}

export function isTimeZoneName(text: string): boolean {
  if (text.length > LONGEST || !NAME.test(text) || NO_IANA_NAME.test(text)) return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: text });
    return true;
  } catch {
    return false;
  }
}
