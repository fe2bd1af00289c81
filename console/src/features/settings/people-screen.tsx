import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Screen } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { useAddress, useChangeAddress } from '../../lib/address.ts';
import { messageOf } from '../../lib/api.ts';
import { cx } from '../../lib/cx.ts';
import { usersQuery, useMay } from '../../lib/queries.ts';
import { people as words } from '../../lib/texts/people.texts.ts';
import { settings } from '../../lib/texts/settings.texts.ts';
import { InvitePeople } from './invite-people.tsx';
import { Person } from './person.tsx';
import { Teams } from './teams.tsx';

export function PeopleScreen() {
  const { tab } = useAddress();
  const isAdmin = useMay('ADMIN');
  const [dialog, setDialog] = useState<'invite' | 'team'>();
  const isTeams = tab === 'teams';
  const text = isTeams ? settings.newTeam : words.invite;
  return (
    <Screen
      title={settings.people}
      side={<SettingsNav />}
      actions={
        isAdmin && (
          <Button look="primary" onClick={() => setDialog(isTeams ? 'team' : 'invite')}>
            <Plus size={14} aria-hidden />
            {text}
          </Button>
        )
      }
    >
      <div className="flex w-full max-w-4xl flex-col gap-4 p-4">
        <div className="flex flex-wrap items-center gap-2">
          <Tabs isTeams={isTeams} />
          {!isTeams && <SearchPeople />}
        </div>
        <div role="tabpanel" aria-label={isTeams ? settings.teams : settings.people}>
          {isTeams ? (
            <Teams isCreating={dialog === 'team'} onClose={() => setDialog(undefined)} />
          ) : (
            <People isAdmin={isAdmin} />
          )}
        </div>
      </div>
      {dialog === 'invite' && <InvitePeople onClose={() => setDialog(undefined)} />}
    </Screen>
  );
}

function Tabs({ isTeams }: { isTeams: boolean }) {
  const change = useChangeAddress();
  const tabs = [
    { text: settings.people, isSelected: !isTeams, select: () => change({ tab: undefined }) },
    { text: settings.teams, isSelected: isTeams, select: () => change({ tab: 'teams', search: undefined }) },
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

function SearchPeople() {
  const { search = '' } = useAddress();
  const change = useChangeAddress();
  return (
    <input
      type="search"
      aria-label={words.search}
      placeholder={words.search}
      value={search}
      onChange={({ target }) => change({ search: target.value || undefined }, { replace: true })}
      className="control ml-auto w-56 rounded-md border border-line bg-surface px-2 text-sm max-sm:w-full"
    />
  );
}

function People({ isAdmin }: { isAdmin: boolean }) {
  const { data: users, error, refetch } = useQuery(usersQuery);
  const { search = '' } = useAddress();
  const sorted = useMemo(() => users?.toSorted((one, other) => one.name.localeCompare(other.name)), [users]);
  if (error && !sorted) return <Failure text={messageOf(error)} onRetry={() => void refetch()} />;
  if (!sorted) return <Skeleton />;
  const wanted = search.trim().toLowerCase();
  const shown = sorted.filter(({ name, email }) => `${name} ${email ?? ''}`.toLowerCase().includes(wanted));
  if (shown.length === 0) return <Empty text={words.nobodyFound} />;
  return (
    <ul className="panel divide-y divide-line">
      {shown.map((user) => (
        <Person key={user.id} user={user} isAdmin={isAdmin} />
      ))}
    </ul>
  );
}
