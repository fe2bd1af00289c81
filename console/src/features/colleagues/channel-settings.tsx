import { useQuery } from '@tanstack/react-query';
import type {
  NotificationsResponse,
  UpdateVirtualColleague,
  VirtualColleagueDetailResponse,
} from 'project-management-sdk';
import { useEffect, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Checkbox, SelectField } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { useSubmit } from '../../components/form.tsx';
import { Note } from '../../components/states.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { usersQuery } from '../../lib/queries.ts';
import { channels as words } from '../../lib/texts/colleague-rules.texts.ts';
import { onSaved, SettingsGroup } from './settings-group.tsx';

/** Who gets mail. */
type MailTo = 'none' | 'people' | 'chosen';

const FIELDS = {
  url: 'notifications.chat.webhookUrl',
  format: 'notifications.chat.format',
  threads: 'notifications.chat.threadPerTask',
  mail: 'notifications.mail.to',
} as const;

const FORMATS = Object.entries(words.formats).map(([value, label]) => ({ value, label }));
const MAIL_TO = Object.entries(words.mailTo).map(([value, label]) => ({ value, label }));

const valuesOf = ({ chat, mail, inbox }: NotificationsResponse) => ({
  url: chat?.webhookUrl ?? '',
  format: chat?.format ?? 'auto',
  threads: chat?.threadPerTask === true,
  mailTo: mailToOf(mail),
  people: mail && mail.to !== 'people' ? mail.to : [],
  inbox: inbox === true,
});

const mailToOf = (mail: NotificationsResponse['mail']): MailTo =>
  mail === undefined ? 'none' : mail.to === 'people' ? 'people' : 'chosen';

/** Where it speaks, which ADMINs alone see. */
export function ChannelSettings({ colleague: { id, notifications } }: { colleague: VirtualColleagueDetailResponse }) {
  const present = valuesOf(notifications ?? {});
  const [values, setValues] = useState(present);
  useEffect(() => setValues(present), [JSON.stringify(present)]);
  const change = (changes: Partial<typeof present>) => setValues({ ...values, ...changes });
  const form = useSubmit(() => client.updateColleague({ path: { id }, body: bodyOf(values) }), onSaved);
  const disabledReason = notifications?.chat?.disabledReason;
  return (
    <SettingsGroup
      title={words.title}
      form={form}
      shown={Object.values(FIELDS)}
      buttons={<TestMessage id={id} notifications={notifications ?? {}} />}
    >
      {disabledReason !== undefined && <Note tone="warning">{words.off(disabledReason)}</Note>}
      <TextField
        label={words.chat}
        hint={words.chatHint}
        type="url"
        value={values.url}
        error={form.errors[FIELDS.url]}
        onChange={({ target }) => change({ url: target.value })}
      />
      <SelectField
        label={words.format}
        choices={FORMATS}
        value={values.format}
        error={form.errors[FIELDS.format]}
        onChange={({ target }) => change({ format: target.value as typeof present.format })}
      />
      {(values.format === 'google_chat' || values.threads) && (
        <Checkbox
          label={words.threadPerTask}
          checked={values.threads}
          onChange={({ target }) => change({ threads: target.checked })}
        />
      )}
      {form.errors[FIELDS.threads] && <p className="text-xs text-danger">{form.errors[FIELDS.threads]}</p>}
      <SelectField
        label={words.mail}
        choices={MAIL_TO}
        value={values.mailTo}
        error={form.errors[FIELDS.mail]}
        onChange={({ target }) => change({ mailTo: target.value as MailTo })}
      />
      {values.mailTo === 'chosen' && <People chosen={values.people} onChange={(people) => change({ people })} />}
      <Checkbox
        label={words.inbox}
        checked={values.inbox}
        onChange={({ target }) => change({ inbox: target.checked })}
      />
    </SettingsGroup>
  );
}

function bodyOf({ url, format, threads, mailTo, people, inbox }: ReturnType<typeof valuesOf>): UpdateVirtualColleague {
  const chat = url === '' ? null : { webhookUrl: url, format, threadPerTask: threads || null };
  const mail = mailTo === 'none' ? null : { to: mailTo === 'people' ? ('people' as const) : [...people] };
  return { notifications: { chat, mail, inbox } };
}

function People({ chosen, onChange }: { chosen: readonly string[]; onChange: (ids: string[]) => void }) {
  const { data: users = [] } = useQuery(usersQuery);
  const offered = users.filter(({ id, active }) => active || chosen.includes(id));
  return (
    <fieldset className="scroll-thin flex max-h-40 flex-col overflow-y-auto rounded-md border border-line px-2 py-1">
      <legend className="sr-only">{words.mailPeople}</legend>
      {offered.map(({ id, name }) => (
        <Checkbox
          key={id}
          label={name}
          checked={chosen.includes(id)}
          onChange={({ target }) => onChange(target.checked ? [...chosen, id] : chosen.filter((other) => other !== id))}
        />
      ))}
    </fieldset>
  );
}

type Tested = 'chat' | 'mail';

/** Sends a test by the chat and the mail that are saved, and says what came of it. */
function TestMessage({ id, notifications }: { id: string; notifications: NotificationsResponse }) {
  const [outcomes, setOutcomes] = useState<{ text: string; isSent: boolean }[]>([]);
  const [isBusy, setBusy] = useState(false);
  const tested: Tested[] = [
    ...(notifications.chat ? (['chat'] as const) : []),
    ...(notifications.mail ? (['mail'] as const) : []),
  ];
  const test = async () => {
    setBusy(true);
    setOutcomes(await Promise.all(tested.map((channel) => outcomeOf(id, channel))));
    setBusy(false);
  };
  if (tested.length === 0) return null;
  return (
    <>
      <Button isBusy={isBusy} onClick={() => void test()}>
        {words.test}
      </Button>
      <div className="flex w-full flex-col gap-2 empty:hidden">
        {outcomes.map(({ text, isSent }) => (
          <Note key={text} tone={isSent ? 'success' : 'danger'}>
            {text}
          </Note>
        ))}
      </div>
    </>
  );
}

async function outcomeOf(id: string, channel: Tested): Promise<{ text: string; isSent: boolean }> {
  const name = words.names[channel] ?? channel;
  try {
    const { status, reason } = await client.testColleagueChannel({ path: { id }, body: { channel } });
    const isSent = status === 'sent';
    return { isSent, text: isSent ? words.sent(name) : words.failed(name, reason ?? status) };
  } catch (error) {
    return { isSent: false, text: words.failed(name, messageOf(error)) };
  }
}
