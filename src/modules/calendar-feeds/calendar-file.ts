/** A task as a calendar shows it. */
export interface CalendarTask {
  readonly id: string;
  readonly tid: string;
  readonly title: string;
  readonly isDone: boolean;
  readonly dueDate: string;
  readonly startDate: string | null;
  /** Whether none of its dates has a time. */
  readonly isAllDay: boolean;
  readonly updatedAt: string;
  readonly changeCount: number;
}

const LONGEST_LINE = 75;
const DAY = 86_400_000;
/** Characters that no text of a calendar may have: a tab and those past ASCII are none of them. */
const CONTROLS = /(?![\t\n\u0080-\u009f])\p{Cc}/gu;

/** A calendar file (RFC 5545) of tasks; `publicUrl` is the origin of their pages. */
export function calendarFile(name: string, tasks: readonly CalendarTask[], publicUrl: string): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Project Management//Calendar feed//EN',
    'CALSCALE:GREGORIAN',
    `X-WR-CALNAME:${escaped(name)}`,
    ...tasks.flatMap((task) => eventOf(task, publicUrl)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${folded(line)}\r\n`).join('');
}

function eventOf(task: CalendarTask, publicUrl: string): string[] {
  const { id, tid, title, isDone, updatedAt, changeCount } = task;
  return [
    'BEGIN:VEVENT',
    `UID:${id}`,
    `DTSTAMP:${momentOf(updatedAt)}`,
    `SEQUENCE:${changeCount}`,
    ...(task.isAllDay ? daysOf(task) : momentsOf(task)),
    `SUMMARY:${escaped(`${isDone ? '✓ ' : ''}${tid} ${title}`)}`,
    `URL:${publicUrl}/tasks/${tid}`,
    'TRANSP:TRANSPARENT',
    'END:VEVENT',
  ];
}

/** The end is the day after the last one. */
function daysOf({ startDate, dueDate }: CalendarTask): string[] {
  const after = new Date(Date.parse(dueDate) + DAY).toISOString();
  return [`DTSTART;VALUE=DATE:${dayOf(startDate ?? dueDate)}`, `DTEND;VALUE=DATE:${dayOf(after)}`];
}

/** An event that begins and ends in one second has no end: an end must be later. */
function momentsOf({ startDate, dueDate }: CalendarTask): string[] {
  const [begin, end] = [momentOf(startDate ?? dueDate), momentOf(dueDate)];
  return [`DTSTART:${begin}`, ...(begin === end ? [] : [`DTEND:${end}`])];
}

function dayOf(iso: string): string {
  return iso.slice(0, 10).replaceAll('-', '');
}

function momentOf(iso: string): string {
  return `${dayOf(iso)}T${iso.slice(11, 19).replaceAll(':', '')}Z`;
}

function escaped(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(CONTROLS, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

/** In lines of at most 75 bytes of whole characters; each that goes on begins with a blank. */
function folded(line: string): string {
  let [whole, bytes] = ['', 0];
  for (const character of line) {
    const length = Buffer.byteLength(character);
    if (bytes + length > LONGEST_LINE) {
      whole += '\r\n ';
      bytes = 1;
    }
    whole += character;
    bytes += length;
  }
  return whole;
}
