import { queryOptions, useQuery } from '@tanstack/react-query';
import type { NotificationSettingsResponse, UpdateNotifications } from 'project-management-sdk';
import { useRef, useState } from 'react';
import { Checkbox, SelectField } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { meQuery } from '../../lib/queries.ts';
import { queryClient, UNEVENTFUL } from '../../lib/query-client.ts';
import { inbox, notifications as words } from '../../lib/texts/inbox.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { Muted } from './muted.tsx';
import { Reasons } from './reasons.tsx';

type Settings = NotificationSettingsResponse;

const TYPING_MS = 400;

const query = queryOptions({
  queryKey: ['notifications'],
  queryFn: ({ signal }) => client.getNotifications({ signal }),
  ...UNEVENTFUL,
});

/** Sends a change at once; what the service says stands there then. */
async function change(body: UpdateNotifications): Promise<void> {
  try {
    queryClient.setQueryData(query.queryKey, await client.updateNotifications({ body }));
    showToast(words.saved);
  } catch (error) {
    showToast(messageOf(error), { tone: 'danger' });
    await queryClient.invalidateQueries({ queryKey: query.queryKey });
  }
}

/** What the reader is told, and how; each choice is saved as it is made. */
export function NotificationsScreen() {
  const { data, error, refetch } = useQuery(query);
  return (
    <Screen title={words.title} side={<SettingsNav />}>
      <div className="flex w-full max-w-2xl flex-col gap-8 p-4">
        {error && !data && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
        {!data && !error && <Skeleton rows={8} />}
        {data && (
          <>
            <Reasons settings={data} names={inbox.reasons} onChange={change} />
            <Digest settings={data} />
            <QuietHours settings={data} />
            <Muted settings={data} onChange={(body) => void change(body)} />
          </>
        )}
      </div>
    </Screen>
  );
}

/** Runs the last of what is asked for, once nothing more is typed. */
function useLater(): (run: () => void) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  return (run) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(run, TYPING_MS);
  };
}

function Digest({ settings: { digest } }: { settings: Settings }) {
  const later = useLater();
  const toggle = (day: string, isOn: boolean) => {
    const days = Object.keys(words.days).filter((one) => (one === day ? isOn : digest.days.includes(one as 'mon')));
    return change({ digest: { days: days as Settings['digest']['days'] } });
  };
  return (
    <Section title={words.digest}>
      <TextField
        label={words.digestTime}
        type="time"
        defaultValue={digest.time}
        onChange={({ target: { value: time } }) => {
          if (time) later(() => void change({ digest: { time } }));
        }}
      />
      <fieldset className="flex flex-wrap gap-x-4">
        <legend className="text-sm font-medium">{words.digestDays}</legend>
        {Object.entries(words.days).map(([day, label]) => (
          <Checkbox
            key={day}
            label={label}
            checked={digest.days.includes(day as 'mon')}
            onChange={({ target }) => toggle(day, target.checked)}
          />
        ))}
      </fieldset>
      <TimeZone />
    </Section>
  );
}

function TimeZone() {
  const { data: me } = useQuery(meQuery);
  if (!me) return null;
  const zones = [...new Set([me.timezone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];
  const choose = async (timezone: string) => {
    try {
      await client.updateMe({ body: { timezone } });
      showToast(words.saved);
    } catch (error) {
      showToast(messageOf(error), { tone: 'danger' });
    }
    await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
  };
  return (
    <SelectField
      label={words.timeZone}
      choices={zones.map((zone) => ({ value: zone, label: zone }))}
      value={me.timezone}
      onChange={({ target }) => void choose(target.value)}
    />
  );
}

/** Both times make quiet hours, and none of them ends these. */
function QuietHours({ settings: { quiet } }: { settings: Settings }) {
  const later = useLater();
  const [times, setTimes] = useState({ from: quiet?.from ?? '', to: quiet?.to ?? '' });
  const set = (name: 'from' | 'to', value: string) => {
    const after = { ...times, [name]: value };
    setTimes(after);
    if (after.from && after.to) later(() => void change({ quiet: after }));
    else if (!after.from && !after.to) later(() => void change({ quiet: null }));
  };
  return (
    <Section title={words.quiet}>
      <p className="text-sm text-muted">{words.quietHint}</p>
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={words.quietFrom}
          type="time"
          value={times.from}
          onChange={({ target }) => set('from', target.value)}
        />
        <TextField
          label={words.quietTo}
          type="time"
          value={times.to}
          onChange={({ target }) => set('to', target.value)}
        />
      </div>
    </Section>
  );
}
