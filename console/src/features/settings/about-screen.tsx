import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Screen } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Failure, Skeleton } from '../../components/states.tsx';
import { messageOf } from '../../lib/api.ts';
import { sessionQuery } from '../../lib/queries.ts';
import { about } from '../../lib/texts/about.texts.ts';
import { settings } from '../../lib/texts/settings.texts.ts';
import { companyQuery } from './company-query.ts';

/** What this is, whose it is, and where programs find it. */
export function AboutScreen() {
  const session = useQuery(sessionQuery);
  const company = useQuery(companyQuery);
  const error = session.error ?? company.error;
  const retry = () => void Promise.all([session.refetch(), company.refetch()]);
  return (
    <Screen title={settings.about} side={<SettingsNav />}>
      <div className="w-full max-w-2xl p-4">
        {session.data && company.data ? (
          <dl className="panel divide-y divide-line">
            <Fact name={about.version}>{session.data.version ?? about.unknown}</Fact>
            <Fact name={about.company}>{company.data.name}</Fact>
            <Fact name={about.api}>
              <Address path="/api" />
            </Fact>
            <Fact name={about.mcp}>
              <Address path="/api/mcp" />
            </Fact>
            <Fact name={about.documentation}>
              <a
                href="/api/docs"
                className="inline-flex items-center text-accent-text underline underline-offset-2 pointer-coarse:min-h-11"
              >
                <Address path="/api/docs" />
              </a>
            </Fact>
          </dl>
        ) : error ? (
          <Failure text={messageOf(error)} onRetry={retry} />
        ) : (
          <Skeleton rows={5} />
        )}
      </div>
    </Screen>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap gap-x-4 px-3 py-2 text-sm">
      <dt className="w-32 text-muted">{name}</dt>
      <dd className="min-w-0 break-all">{children}</dd>
    </div>
  );
}

function Address({ path }: { path: string }) {
  return <code className="font-mono text-xs">{`${location.origin}${path}`}</code>;
}
