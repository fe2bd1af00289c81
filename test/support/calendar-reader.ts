/** A property of a calendar file: its parameters as they stand, its value as it is meant. */
export interface CalendarProperty {
  readonly parameters: string;
  readonly value: string;
}

export type CalendarEvent = Readonly<Record<string, CalendarProperty>>;

const PROPERTY = /^([A-Z-]+)((?:;[A-Z-]+=[^;:]+)*):(.*)$/;

/** Reads a calendar file as RFC 5545 says it must be; throws where it is not. */
export function readCalendar(file: string): CalendarEvent[] {
  if (!file.endsWith('\r\n') || /[^\r]\n|\r[^\n]/.test(file)) throw new Error('A line does not end with CRLF');
  const folded = file.slice(0, -2).split('\r\n');
  const long = folded.find((line) => Buffer.byteLength(line) > 75);
  if (long !== undefined) throw new Error(`A line has more than 75 bytes: ${long}`);
  const lines = folded.join('\r\n').replaceAll('\r\n ', '').split('\r\n');
  const properties = lines.map((line) => {
    const [, name = '', parameters = '', text = ''] = PROPERTY.exec(line) ?? [];
    if (name === '') throw new Error(`No property: ${line}`);
    return { name, parameters: parameters.slice(1), value: name === 'SUMMARY' ? unescaped(text) : text };
  });
  const events: Record<string, CalendarProperty>[] = [];
  for (const { name, parameters, value } of properties) {
    const event = events.at(-1);
    if (name === 'BEGIN' && value === 'VEVENT') events.push({});
    else if (event && name !== 'END') event[name] = { parameters, value };
  }
  return events;
}

function unescaped(text: string): string {
  if (/(?<!\\)(?:\\\\)*[;,]/.test(text) || /(?<!\\)(?:\\\\)*\\(?![\\;,nN])/.test(text))
    throw new Error(`Not escaped: ${text}`);
  return text.replace(/\\([\\;,nN])/g, (_whole, character: string) => (/n/i.test(character) ? '\n' : character));
}
