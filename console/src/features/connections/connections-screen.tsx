import { useQuery } from '@tanstack/react-query';
import type { CompanyGrantResponse, GrantResponse } from 'project-management-sdk';
import { Button } from '../../components/button.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Empty, Failure, Skeleton } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { showAgo } from '../../lib/format.ts';
import { colleaguesQuery, projectsQuery, useMay, useUser } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { connections as words } from '../../lib/texts/connections.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { allGrantsQuery, grantsQuery } from './queries.ts';

/** The apps that the reader has let in, and for administrators those of others. */
export function ConnectionsScreen() {
  const { data: grants, error, refetch } = useQuery(grantsQuery);
  const isAdmin = useMay('ADMIN');
  return (
    <Screen title={words.title} side={<SettingsNav />}>
      <div className="flex w-full max-w-5xl flex-col gap-3 p-4">
        <p className="text-muted">{words.hint}</p>
        {error && !grants && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
        {!grants && !error && <Skeleton />}
        {grants?.length === 0 && <Empty text={words.none} />}
        {grants && grants.length > 0 && (
          <Grants name={words.title} grants={grants} onEnd={(id) => client.deleteMyGrant({ path: { id } })} />
        )}
        {isAdmin && <GrantsOfOthers />}
      </div>
    </Screen>
  );
}

function GrantsOfOthers() {
  const reader = useUser();
  const { data: all = [] } = useQuery(allGrantsQuery);
  const grants = all.filter(({ user }) => user.id !== reader?.id);
  if (grants.length === 0) return null;
  return (
    <Section title={words.others} className="pt-4">
      <Grants name={words.others} grants={grants} isOfOthers onEnd={(id) => client.deleteGrant({ path: { id } })} />
    </Section>
  );
}

type ShownGrant = GrantResponse & Partial<Pick<CompanyGrantResponse, 'user'>>;

interface GrantsProps {
  name: string;
  grants: readonly ShownGrant[];
  isOfOthers?: boolean;
  onEnd: (id: string) => Promise<unknown>;
}

function Grants({ name, grants, isOfOthers = false, onEnd }: GrantsProps) {
  const { data: projects = [] } = useQuery(projectsQuery);
  const { data: colleagues = [] } = useQuery(colleaguesQuery);
  const nameOf = (things: readonly { id: string; name: string }[], id: string) =>
    things.find((thing) => thing.id === id)?.name ?? words.gone;
  return (
    <Table
      name={name}
      rows={grants}
      keyOf={({ id }) => id}
      columns={[
        { name: words.app, cell: ({ client: { name: app } }) => app },
        ...(isOfOthers ? [{ name: words.person, cell: ({ user }: ShownGrant) => user?.name }] : []),
        { name: words.access, cell: ({ scope }) => (scope === 'projects' ? words.read : words.write) },
        {
          name: words.projects,
          cell: ({ projectIds }) => projectIds?.map((id) => nameOf(projects, id)).join(', ') ?? words.all,
        },
        {
          name: words.acting,
          cell: ({ colleagueId }) => (colleagueId === null ? words.self : nameOf(colleagues, colleagueId)),
        },
        { name: words.connected, cell: ({ createdAt }) => showAgo(createdAt) },
        { name: words.lastUsed, cell: ({ lastUsedAt }) => (lastUsedAt === null ? words.never : showAgo(lastUsedAt)) },
        {
          name: words.actions,
          isRight: true,
          isKept: true,
          cell: ({ id }) => <Button onClick={() => void end(onEnd(id))}>{words.disconnect}</Button>,
        },
      ]}
    />
  );
}

async function end(ending: Promise<unknown>): Promise<void> {
  await ending.then(
    () => showToast(words.disconnected),
    (error: unknown) => showToast(messageOf(error), { tone: 'danger' }),
  );
  await queryClient.invalidateQueries({ queryKey: ['grants'] });
}
