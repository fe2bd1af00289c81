import { useQuery } from '@tanstack/react-query';
import type { ApiKeyUsageResponse } from 'project-management-sdk';
import { useMemo } from 'react';
import { Chart } from '../../components/chart.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { Table } from '../../components/table.tsx';
import { messageOf } from '../../lib/api.ts';
import { useNames } from '../../lib/address.ts';
import { showDuration, showNumber } from '../../lib/figures.ts';
import { showAgo, showMoment } from '../../lib/format.ts';
import { useMay } from '../../lib/queries.ts';
import { isGone } from '../../lib/query-client.ts';
import { apiKeys as words } from '../../lib/texts/settings.texts.ts';
import { keysQuery, usageQuery } from './queries.ts';

const BARS = 24;

/** What a key was used for. */
export function ApiKeyScreen() {
  const { id = '' } = useNames();
  const isAdmin = useMay('ADMIN');
  const { data: keys } = useQuery(keysQuery(isAdmin));
  const { data: usage, error, refetch } = useQuery(usageQuery(id));
  const key = keys?.find((one) => one.id === id);
  if (error && isGone(error)) return <NotFound />;
  return (
    <Screen title={key?.name ?? words.title} side={<SettingsNav />}>
      <div className="flex w-full max-w-5xl flex-col gap-6 p-4">
        {error && !usage && <Failure text={messageOf(error)} onRetry={() => void refetch()} />}
        {!usage && !error && <Skeleton rows={8} />}
        {usage && (
          <>
            <p className="text-muted">{words.count(usage.requestCount)}</p>
            <Usage usage={usage} />
          </>
        )}
      </div>
    </Screen>
  );
}

function Usage({ usage }: { usage: ApiKeyUsageResponse }) {
  const { times, counts } = useMemo(
    () => overTime(usage.recentRequests.map(({ at }) => new Date(at).getTime())),
    [usage],
  );
  const lines = useMemo(() => [{ name: words.requests, colour: 'accent-text', values: counts }], [counts]);
  if (usage.recentRequests.length === 0) return <p className="text-muted">{words.noRequests}</p>;
  return (
    <>
      <div role="img" aria-label={words.overTime} className="panel overflow-hidden p-2">
        <Chart times={times} lines={lines} />
      </div>
      <Section title={words.endpoints}>
        <Table
          name={words.endpoints}
          rows={usage.endpoints}
          keyOf={({ method, route }) => `${method} ${route}`}
          columns={[
            { name: words.method, cell: ({ method }) => method },
            { name: words.route, cell: ({ route }) => <code className="font-mono text-xs">{route}</code> },
            { name: words.calls, isRight: true, cell: ({ count }) => showNumber(count) },
            { name: words.lastCall, cell: ({ lastAt }) => showAgo(lastAt) },
          ]}
        />
      </Section>
      <Section title={words.requests}>
        <Table
          name={words.requests}
          rows={usage.recentRequests.map((request, index) => ({ ...request, index }))}
          keyOf={({ index }) => String(index)}
          columns={[
            { name: words.time, cell: ({ at }) => <time dateTime={at}>{showMoment(at)}</time> },
            { name: words.method, cell: ({ method }) => method },
            {
              name: words.path,
              cell: ({ path }) => (
                <code className="block min-w-60 font-mono text-xs break-all whitespace-normal">{path}</code>
              ),
            },
            { name: words.status, cell: ({ status }) => status },
            { name: words.duration, isRight: true, cell: ({ durationMs }) => showDuration(durationMs) },
            { name: words.address, cell: ({ ip }) => ip },
          ]}
        />
      </Section>
    </>
  );
}

/** How many requests fell into each of equal spans between the first and the last. */
function overTime(moments: readonly number[]): { times: number[]; counts: number[] } {
  const [from, to] = [Math.min(...moments), Math.max(...moments)];
  const span = Math.max(1_000, (to - from) / (BARS - 1));
  const times = Array.from({ length: BARS }, (_, index) => (from + index * span) / 1_000);
  const counts = times.map(
    (_, index) => moments.filter((moment) => Math.round((moment - from) / span) === index).length,
  );
  return { times, counts };
}
