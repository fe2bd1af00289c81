import { queryOptions, useQuery } from '@tanstack/react-query';
import { type RefObject, useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
import { Menu, type MenuEntry } from '../../components/menu.tsx';
import { client } from '../../lib/api.ts';
import type { Entry } from '../../lib/inbox.ts';
import { UNEVENTFUL } from '../../lib/query-client.ts';
import { inbox as words } from '../../lib/texts/inbox.texts.ts';
import { snooze } from './queries.ts';

const HOURS_LATER = 3;
const MONDAY = 1;
/** Until the reader's own is known. */
const DIGEST_TIME = '08:00';

const settingsQuery = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => client.getNotifications({ signal }),
  ...UNEVENTFUL,
});

/** In so many days, at the time of the digest. */
function inDays(days: number, time: string): Date {
  const [hours, minutes] = time.split(':').map(Number);
  const date = new Date();
  date.setDate(date.getDate() + days);
  date.setHours(hours ?? 0, minutes ?? 0, 0, 0);
  return date;
}

const untilMonday = (): number => (MONDAY - new Date().getDay() + 7) % 7 || 7;

/** What the menu "Snooze" offers of an entry. */
export function useSnoozeEntries(): (entry: Entry, onPick: () => void) => readonly MenuEntry[] {
  const { data } = useQuery(settingsQuery);
  const time = data?.digest.time ?? DIGEST_TIME;
  return (entry, onPick) => [
    { text: words.later, run: () => void snooze(entry, new Date(Date.now() + HOURS_LATER * 3_600_000)) },
    { text: words.tomorrow, run: () => void snooze(entry, inDays(1, time)) },
    { text: words.nextWeek, run: () => void snooze(entry, inDays(untilMonday(), time)) },
    { text: words.pick, run: onPick },
  ];
}

/** The menu, opened by a key, beside the row of the entry. */
export function SnoozeMenu({
  entry,
  row,
  onPick,
  onClose,
}: {
  entry: Entry;
  row: RefObject<HTMLElement | null>;
  onPick: () => void;
  onClose: () => void;
}) {
  const entriesOf = useSnoozeEntries();
  const close = (withFocus: boolean) => {
    onClose();
    if (withFocus) row.current?.focus();
  };
  return <Menu label={words.snooze} anchor={row} entries={entriesOf(entry, onPick)} onClose={close} />;
}

/** As a field of date and time takes it. */
const localTime = (date: Date): string =>
  new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

/** Asks until when, beginning with tomorrow. */
export function PickTime({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const { data } = useQuery(settingsQuery);
  const [value, setValue] = useState(() => localTime(inDays(1, data?.digest.time ?? DIGEST_TIME)));
  const form = useSubmit(() => snooze(entry, new Date(value)), onClose);
  const values = { entry: entry.id, time: value };
  const restore = (kept: Partial<typeof values>) => setValue((latest) => kept.time ?? latest);
  return (
    <FormDialog
      title={words.pick}
      action={words.pick}
      form={{ ...form, values, restore }}
      shown={[]}
      isIncomplete={value === ''}
      onClose={onClose}
    >
      <TextField
        label={words.time}
        type="datetime-local"
        autoFocus
        value={value}
        onChange={({ target }) => setValue(target.value)}
      />
    </FormDialog>
  );
}
