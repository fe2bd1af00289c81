import { queryOptions, useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { Section } from '../../components/screen.tsx';
import { Badge, Failure, Skeleton } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { showAgo } from '../../lib/format.ts';
import { queryClient, UNEVENTFUL } from '../../lib/query-client.ts';
import { security } from '../../lib/texts/security.texts.ts';
import { showToast } from '../../lib/toasts.ts';

interface Session {
  id: string;
  createdAt: string;
  lastSeenAt: string;
  ip: string | null;
  userAgent: string | null;
  method: keyof typeof security.methods;
  current: boolean;
}

const sessionsQuery = queryOptions({
  queryKey: ['my-sessions'],
  queryFn: ({ signal }) => client.listMySessions({ signal }) as Promise<Session[]>,
  ...UNEVENTFUL,
});

/** Where the reader is signed in. */
export function Sessions() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  if (error && !sessions) return <Failure text={messageOf(error)} onRetry={() => void refetch()} />;
  return (
    <Section title={security.sessions}>
      {sessions ? <SessionTable sessions={sessions} /> : <Skeleton />}
      <Button className="self-start" onClick={() => void act(client.endMyOtherSessions(), security.othersEnded)}>
        {security.endAllOthers}
      </Button>
    </Section>
  );
}

function SessionTable({ sessions }: { sessions: readonly Session[] }) {
  return (
    <Table
      name={security.sessions}
      rows={sessions}
      keyOf={({ id }) => id}
      columns={[
        { name: security.browser, cell: ({ userAgent }) => browserOf(userAgent) },
        { name: security.address, cell: ({ ip }) => ip ?? security.unknown },
        { name: security.method, cell: ({ method }) => security.methods[method] },
        { name: security.started, cell: ({ createdAt }) => showAgo(createdAt) },
        { name: security.lastSeen, cell: ({ lastSeenAt }) => showAgo(lastSeenAt) },
        {
          name: security.end,
          isKept: true,
          cell: ({ id, current }) =>
            current ? (
              <Badge>{security.thisOne}</Badge>
            ) : (
              <Button onClick={() => void act(client.endMySession({ path: { id } }), security.ended)}>
                {security.end}
              </Button>
            ),
        },
      ]}
    />
  );
}

async function act(work: Promise<unknown>, said: string): Promise<void> {
  await work.then(
    () => showToast(said),
    (error: unknown) => showToast(messageOf(error), { tone: 'danger' }),
  );
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
}

/** The name of the browser in what it calls itself. */
function browserOf(userAgent: string | null): string {
  const names = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'];
  const found = names.find((name) => userAgent?.includes(`${name}/`));
  return found?.replace('Edg', 'Edge').replace('OPR', 'Opera') ?? userAgent?.slice(0, 40) ?? security.unknown;
}
