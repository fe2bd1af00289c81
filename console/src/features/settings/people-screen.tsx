import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { AwayMark } from '../../components/away-mark.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { SelectField } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { Avatar } from '../../components/marks.tsx';
import { Screen } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Badge, Failure, Skeleton } from '../../components/states.tsx';
import { showToast } from '../../lib/toasts.ts';
import { useAddress, useChangeAddress } from '../../lib/address.ts';
import { client, messageOf } from '../../lib/api.ts';
import { cx } from '../../lib/cx.ts';
import type { Role, User } from '../../lib/model.ts';
import { usersQuery, useMay, useUser } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { settings } from '../../lib/texts/settings.texts.ts';
import { SignInActions, SignInFacts } from './sign-in-facts.tsx';
import { Teams } from './teams.tsx';

const ROLES = Object.entries(settings.roles).map(([value, label]) => ({ value, label }));

const refresh = () => queryClient.invalidateQueries({ queryKey: usersQuery.queryKey });

/** Only an OWNER gives OWNER or changes one. */
const rolesFor = (role: Role | undefined) => ROLES.filter(({ value }) => role === 'OWNER' || value !== 'OWNER');

export function PeopleScreen() {
  const { tab } = useAddress();
  const isAdmin = useMay('ADMIN');
  const [dialog, setDialog] = useState<'invite' | 'team'>();
  const isTeams = tab === 'teams';
  const text = isTeams ? settings.newTeam : settings.invite;
  return (
    <Screen
      title={settings.people}
      bar={<SettingsNav />}
      actions={
        isAdmin && (
          <Button look="primary" onClick={() => setDialog(isTeams ? 'team' : 'invite')}>
            <Plus size={14} aria-hidden />
            {text}
          </Button>
        )
      }
    >
      <div className="flex w-full max-w-3xl flex-col gap-4 p-4">
        <Tabs isTeams={isTeams} />
        <div role="tabpanel" aria-label={isTeams ? settings.teams : settings.people}>
          {isTeams ? (
            <Teams isCreating={dialog === 'team'} onClose={() => setDialog(undefined)} />
          ) : (
            <People isAdmin={isAdmin} />
          )}
        </div>
      </div>
      {dialog === 'invite' && <Invite onClose={() => setDialog(undefined)} />}
    </Screen>
  );
}

function Tabs({ isTeams }: { isTeams: boolean }) {
  const change = useChangeAddress();
  const tabs = [
    { text: settings.people, isSelected: !isTeams, select: () => change({ tab: undefined }) },
    { text: settings.teams, isSelected: isTeams, select: () => change({ tab: 'teams' }) },
  ];
  return (
    <div role="tablist" aria-label={settings.people} className="flex gap-1">
      {tabs.map(({ text, isSelected, select }) => (
        <button
          key={text}
          type="button"
          role="tab"
          aria-selected={isSelected}
          onClick={select}
          className={cx(
            'control rounded-md px-3 text-sm',
            isSelected ? 'bg-hover font-medium' : 'text-muted hover:bg-hover',
          )}
        >
          {text}
        </button>
      ))}
    </div>
  );
}

function People({ isAdmin }: { isAdmin: boolean }) {
  const { data: users, error, refetch } = useQuery(usersQuery);
  if (error && !users) return <Failure text={messageOf(error)} onRetry={() => void refetch()} />;
  if (!users) return <Skeleton />;
  return (
    <ul className="panel divide-y divide-line">
      {users.map((user) => (
        <Person key={user.id} user={user} isAdmin={isAdmin} />
      ))}
    </ul>
  );
}

function Person({ user, isAdmin }: { user: User; isAdmin: boolean }) {
  const me = useUser();
  const [asking, setAsking] = useState<'deactivate' | 'erase'>();
  const close = () => setAsking(undefined);
  const { id, name, email, role, active } = user;
  // Somebody who is erased has no address.
  const mayChange = isAdmin && email !== null && (role !== 'OWNER' || me?.role === 'OWNER');
  const mayErase = mayChange && (me?.role === 'OWNER' || role === 'MEMBER' || role === 'VIEWER');
  const change = async (body: { role?: Role; active?: boolean }) => {
    await client
      .updateUser({ path: { id }, body })
      .catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    await refresh();
  };
  return (
    <li className="flex flex-wrap items-center gap-2 px-3 py-2">
      <Avatar name={name} size="md" />
      <div className="min-w-40 grow">
        <p className="flex items-center gap-2">
          <span className="truncate">{name}</span>
          {!active && <Badge tone="warning">{settings.inactive}</Badge>}
          {active && <AwayMark away={user.away} />}
        </p>
        <p className="truncate text-xs text-muted">{email}</p>
        {isAdmin && <SignInFacts user={user} />}
      </div>
      {mayChange ? (
        <div className="ml-auto flex flex-wrap items-center gap-2 max-sm:grid max-sm:w-full max-sm:grid-cols-2">
          <SignInActions user={user} />
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
          <Button onClick={() => (active ? setAsking('deactivate') : void change({ active: true }))}>
            {active ? settings.deactivate : settings.activate}
          </Button>
          {mayErase && <Button onClick={() => setAsking('erase')}>{settings.erase}</Button>}
        </div>
      ) : (
        <span className="text-sm text-muted">{settings.roles[role]}</span>
      )}
      {asking === 'deactivate' && (
        <Confirm
          action={settings.deactivate}
          question={settings.deactivateQuestion(name)}
          onClose={close}
          onConfirm={() => client.updateUser({ path: { id }, body: { active: false } }).then(refresh)}
        />
      )}
      {asking === 'erase' && (
        <Confirm
          action={settings.erase}
          question={settings.eraseQuestion(name)}
          onClose={close}
          onConfirm={async () => {
            await client.eraseUser({ path: { id } });
            showToast(settings.erased(name));
            await refresh();
          }}
        />
      )}
    </li>
  );
}

function Invite({ onClose }: { onClose: () => void }) {
  const me = useUser();
  const form = useForm(
    { email: '', name: '', role: 'MEMBER' },
    ({ role, ...rest }) => client.createUser({ body: { ...rest, role: role as Role } }),
    ({ email }) => {
      void refresh();
      showToast(settings.invited(email ?? ''));
      onClose();
    },
  );
  return (
    <FormDialog title={settings.invite} action={settings.send} form={form} shown={form.names} onClose={onClose}>
      <TextField label={settings.email} type="email" autoFocus {...form.field('email')} />
      <TextField label={settings.name} {...form.field('name')} />
      <SelectField label={settings.role} choices={rolesFor(me?.role)} {...form.field('role')} />
    </FormDialog>
  );
}
