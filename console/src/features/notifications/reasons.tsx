import type { NotificationSettingsResponse, UpdateNotifications } from 'project-management-sdk';
import { Switch } from '../../components/choice-fields.tsx';
import { Table } from '../../components/table.tsx';
import { notifications as words } from '../../lib/texts/inbox.texts.ts';

type Reason = keyof NotificationSettingsResponse['inbox'];
type Mode = NotificationSettingsResponse['mail'][Reason];

interface ReasonsProps {
  settings: NotificationSettingsResponse;
  names: Readonly<Record<string, string>>;
  onChange: (change: UpdateNotifications) => Promise<void>;
}

/** By reason: whether it makes entries, and when it is mailed. */
export function Reasons({ settings: { inbox, mail }, names, onChange }: ReasonsProps) {
  const rows = Object.entries(names) as [Reason, string][];
  const isOn = (reason: Reason) => inbox[reason] !== false;
  const turn = (reason: Reason, on: boolean) => {
    const value = reason === 'changed' && on ? 'mine' : on;
    return onChange({ inbox: { [reason]: value } });
  };
  return (
    <Table
      name={words.table}
      rows={rows}
      keyOf={([reason]) => reason}
      columns={[
        {
          name: words.when,
          cell: ([reason, name]) => (
            <span className="block min-w-40 whitespace-normal">
              {name}
              <span className="block text-xs text-muted">{words.sentences[reason]}</span>
            </span>
          ),
        },
        {
          name: words.inInbox,
          cell: ([reason, name]) => (
            <Switch
              label={words.inboxOf(name)}
              isLabelHidden
              checked={isOn(reason)}
              onChange={(on) => turn(reason, on)}
            />
          ),
        },
        {
          name: words.byMail,
          cell: ([reason, name]) => (
            <select
              aria-label={words.mailOf(name)}
              className="field control w-auto"
              value={mail[reason]}
              onChange={({ target }) => void onChange({ mail: { [reason]: target.value as Mode } })}
            >
              {Object.entries(words.modes).map(([value, text]) => (
                <option key={value} value={value}>
                  {text}
                </option>
              ))}
            </select>
          ),
        },
      ]}
    />
  );
}
