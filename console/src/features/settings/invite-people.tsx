import { useState } from 'react';
import { SelectField } from '../../components/choice-fields.tsx';
import { TextArea, TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useSubmit } from '../../components/form.tsx';
import { Note } from '../../components/states.tsx';
import { client, isApiError, messageOf } from '../../lib/api.ts';
import type { Role } from '../../lib/model.ts';
import { useUser } from '../../lib/queries.ts';
import { people as words } from '../../lib/texts/people.texts.ts';
import { settings } from '../../lib/texts/settings.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { refreshPeople, rolesFor } from './people.ts';

interface Invited {
  email: string;
  name: string;
}

/** As mail programs write them, too: `Mia Member <mia@example.com>`. */
function readAddresses(text: string): Invited[] {
  return text
    .split(/[\n,;]+/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      const at = part.endsWith('>') ? part.lastIndexOf('<') : -1;
      const email = at === -1 ? part : part.slice(at + 1, -1).trim();
      const name = part.slice(0, Math.max(at, 0)).replaceAll('"', '').trim();
      return { email, name: name || (email.split('@')[0] ?? email) };
    });
}

interface Outcome {
  invited: readonly Invited[];
  failed: readonly (Invited & { reason: string })[];
}

const NOBODY: Outcome = { invited: [], failed: [] };

function reasonOf(error: unknown): string {
  const [first] = Object.values((isApiError(error) && error.details) || {});
  return first ?? messageOf(error);
}

/** One after the other: each may fail by itself. */
async function inviteAll(people: readonly Invited[], role: Role): Promise<Outcome> {
  const invited: Invited[] = [];
  const failed: Outcome['failed'][number][] = [];
  for (const { email, name } of people) {
    await client.createUser({ body: { email, name, role } }).then(
      () => invited.push({ email, name }),
      (error: unknown) => failed.push({ email, name, reason: reasonOf(error) }),
    );
  }
  return { invited, failed };
}

/** Invites many at once; those that fail stay, with the reason. */
export function InvitePeople({ onClose }: { onClose: () => void }) {
  const me = useUser();
  const [emails, setEmails] = useState('');
  const [name, setName] = useState('');
  const [role, setRole] = useState<Role>('MEMBER');
  const [{ invited, failed }, setOutcome] = useState(NOBODY);
  const [isEmpty, setEmpty] = useState(false);
  const people = readAddresses(emails);
  const isMany = people.length > 1;
  const send = () => {
    const named = people.map((one) => (isMany || name.trim() === '' ? one : { ...one, name: name.trim() }));
    return inviteAll(named, role);
  };
  const form = useSubmit(send, (outcome) => {
    setEmpty(people.length === 0);
    setOutcome(outcome);
    if (outcome.invited.length > 0) {
      void refreshPeople();
      showToast(words.invited(shownPeople(outcome.invited)));
    }
    if (people.length > 0 && outcome.failed.length === 0) onClose();
    else setEmails(outcome.failed.map(({ email }) => email).join('\n'));
  });
  const values = { emails, name, role };
  const restore = (kept: Partial<typeof values>) => {
    setEmails((latest) => kept.emails ?? latest);
    setName((latest) => kept.name ?? latest);
    setRole((latest) => kept.role ?? latest);
  };
  const total = invited.length + failed.length;
  const problem = isEmpty
    ? words.noAddress
    : total > 1 && failed.length > 0
      ? words.failed(failed.length, total)
      : failed[0]?.reason;
  return (
    <FormDialog
      title={words.invite}
      action={words.send}
      form={{ ...form, values, restore }}
      shown={[]}
      onClose={onClose}
    >
      <TextArea
        label={words.emails}
        hint={words.emailsHint}
        error={problem}
        autoFocus
        value={emails}
        onChange={({ target }) => setEmails(target.value)}
      />
      {total > 1 && failed.length > 0 && (
        <Note tone="danger">
          <ul>
            {failed.map(({ email, reason }) => (
              <li key={email} className="break-words">{`${email}: ${reason}`}</li>
            ))}
          </ul>
        </Note>
      )}
      {!isMany && (
        <TextField
          label={settings.name}
          hint={words.nameHint}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
      )}
      <SelectField
        label={settings.role}
        choices={rolesFor(me?.role)}
        value={role}
        onChange={({ target }) => setRole(target.value as Role)}
      />
    </FormDialog>
  );
}

const shownPeople = (invited: readonly Invited[]): string =>
  invited.length === 1 ? (invited[0]?.email ?? '') : settings.countPeople(invited.length);
