import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { AwayMark } from '../../components/away-mark.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { Avatar } from '../../components/marks.tsx';
import { ActionsMenu } from '../../components/menu.tsx';
import { Badge } from '../../components/states.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { showAgo, showMoment } from '../../lib/format.ts';
import type { Role, User } from '../../lib/model.ts';
import { useUser } from '../../lib/queries.ts';
import { people as words } from '../../lib/texts/people.texts.ts';
import { settings } from '../../lib/texts/settings.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { refreshPeople, rolesFor } from './people.ts';
import { SignInActions, SignInFacts } from './sign-in-facts.tsx';

interface PersonProps {
  user: User;
  isAdmin: boolean;
}

export function Person({ user, isAdmin }: PersonProps) {
  const { name, email, role, active, invitedAt } = user;
  const me = useUser();
  // Somebody who is erased has no address.
  const mayChange = isAdmin && email !== null && (role !== 'OWNER' || me?.role === 'OWNER');
  return (
    <li className="flex flex-wrap items-center gap-2 px-3 py-2">
      <Avatar name={name} size="md" />
      <div className="min-w-40 grow basis-56">
        <p className="flex items-center gap-2">
          <span dir="auto" className="truncate">
            {name}
          </span>
          {!active && <Badge tone="warning">{settings.inactive}</Badge>}
          {active && <AwayMark away={user.away} />}
        </p>
        <p className="truncate text-xs text-muted">{email}</p>
        {invitedAt ? (
          <p className="text-xs text-muted" title={showMoment(invitedAt)}>
            {words.invitedAgo(showAgo(invitedAt))}
          </p>
        ) : (
          isAdmin && <SignInFacts user={user} />
        )}
      </div>
      {mayChange ? <Changes user={user} /> : <span className="text-sm text-muted">{settings.roles[role]}</span>}
    </li>
  );
}

async function attempt(change: Promise<unknown>, done?: string): Promise<void> {
  await change.then(
    () => done !== undefined && showToast(done),
    (error: unknown) => showToast(messageOf(error), { tone: 'danger' }),
  );
  await refreshPeople();
}

/** What the reader may change of somebody. */
function Changes({ user }: { user: User }) {
  const { id, name, email, role, active, invitedAt } = user;
  const me = useUser();
  const [asking, setAsking] = useState<'deactivate' | 'erase' | 'revoke'>();
  const mayErase = me?.role === 'OWNER' || role === 'MEMBER' || role === 'VIEWER';
  const change = (body: { role?: Role; active?: boolean }) => attempt(client.updateUser({ path: { id }, body }));
  const resend = () => attempt(client.sendInvitation({ path: { id } }), words.invited(email ?? name));
  return (
    <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
      {invitedAt ? (
        <>
          {active && <Button onClick={() => void resend()}>{words.resend}</Button>}
          {mayErase && <Button onClick={() => setAsking('revoke')}>{words.revoke}</Button>}
        </>
      ) : (
        <SignInActions user={user} />
      )}
      <select
        aria-label={settings.roleOf(name)}
        value={role}
        onChange={({ target }) => void change({ role: target.value as Role })}
        className="field control sm:w-28"
      >
        {rolesFor(me?.role).map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
      {!(invitedAt && active) && (
        <Button onClick={() => (active ? setAsking('deactivate') : void change({ active: true }))}>
          {active ? settings.deactivate : settings.activate}
        </Button>
      )}
      {mayErase && (
        <ActionsMenu
          of={name}
          entries={() => [
            ...(invitedAt && active ? [{ text: settings.deactivate, run: () => setAsking('deactivate') }] : []),
            { text: words.erase, isDangerous: true, run: () => setAsking('erase') },
          ]}
        />
      )}
      {asking && <Question asking={asking} user={user} onClose={() => setAsking(undefined)} />}
    </div>
  );
}

interface QuestionProps {
  asking: 'deactivate' | 'erase' | 'revoke';
  user: User;
  onClose: () => void;
}

function Question({ asking, user: { id, name, email }, onClose }: QuestionProps) {
  const erase = async (done: string) => {
    await client.eraseUser({ path: { id } });
    showToast(done);
    await refreshPeople();
  };
  const questions = {
    deactivate: {
      action: settings.deactivate,
      question: settings.deactivateQuestion(name),
      onConfirm: () => client.updateUser({ path: { id }, body: { active: false } }).then(refreshPeople),
    },
    erase: {
      action: words.erase,
      question: words.eraseQuestion(name),
      onConfirm: () => erase(words.erased(name)),
    },
    revoke: {
      action: words.revoke,
      question: words.revokeQuestion(email ?? name),
      onConfirm: () => erase(words.revoked(email ?? name)),
    },
  };
  return <Confirm {...questions[asking]} onClose={onClose} />;
}
