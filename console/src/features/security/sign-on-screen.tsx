import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Checkbox } from '../../components/choice-fields.tsx';
import { TextField } from '../../components/field.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { Read } from '../../components/read.tsx';
import { Screen } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { Badge, Note } from '../../components/states.tsx';
import { client, hasStatus, messageOf } from '../../lib/api.ts';
import { useMay } from '../../lib/queries.ts';
import { queryClient, UNEVENTFUL } from '../../lib/query-client.ts';
import { texts } from '../../lib/texts.ts';
import { security } from '../../lib/texts/security.texts.ts';
import { settings } from '../../lib/texts/settings.texts.ts';
import { showToast } from '../../lib/toasts.ts';
import { ScimToken } from './scim-token.tsx';

interface Domain {
  name: string;
  verified: boolean;
  record: { name: string; value: string };
}

interface Connection {
  issuer: string;
  clientId: string;
  domains: Domain[];
  enabled: boolean;
  required: boolean;
}

const NONE: Connection = { issuer: '', clientId: '', domains: [], enabled: false, required: false };

const connectionQuery = queryOptions({
  queryKey: ['single-sign-on'],
  queryFn: ({ signal }): Promise<Connection> =>
    client.getSingleSignOn({ signal }).catch((error: unknown) => {
      if (hasStatus(error, 404)) return NONE;
      throw error;
    }),
  ...UNEVENTFUL,
});

const refresh = () => queryClient.invalidateQueries({ queryKey: connectionQuery.queryKey });
const complain = (error: unknown): void => void showToast(messageOf(error), { tone: 'danger' });

export function SignOnScreen() {
  return useMay('OWNER') ? <SignOn /> : <NotFound />;
}

function SignOn() {
  const query = useQuery(connectionQuery);
  return (
    <Screen title={security.signOn} side={<SettingsNav />}>
      <div className="flex w-full max-w-lg flex-col gap-6 p-4">
        <Read query={query}>
          {(connection) => (
            <>
              <Settings key={connection.issuer} connection={connection} />
              <Use connection={connection} />
            </>
          )}
        </Read>
        <ScimToken />
      </div>
    </Screen>
  );
}

function Settings({ connection }: { connection: Connection }) {
  const { issuer, clientId, domains } = connection;
  const form = useForm(
    { issuer, clientId, clientSecret: '', domains: domains.map(({ name }) => name).join(', ') },
    ({ domains: names, clientSecret, ...rest }) =>
      client.putSingleSignOn({
        body: {
          ...rest,
          ...(clientSecret !== '' && { clientSecret }),
          domains: names
            .split(',')
            .map((name) => name.trim())
            .filter(Boolean),
        },
      }),
    () => {
      void refresh();
      showToast(settings.saved);
    },
  );
  return (
    <Form form={form} shown={form.names} action={texts.common.save}>
      <p className="text-sm text-muted">{security.redirect(`${location.origin}/sign-in/sso`)}</p>
      <TextField label={security.issuer} type="url" {...form.field('issuer')} />
      <TextField label={security.clientId} {...form.field('clientId')} />
      <TextField
        label={security.clientSecret}
        type="password"
        autoComplete="off"
        {...(connection !== NONE && { hint: security.clientSecretHint })}
        {...form.field('clientSecret')}
      />
      <TextField label={security.domains} hint={security.domainsHint} {...form.field('domains')} />
    </Form>
  );
}

/** What is done with a connection, once there is one. */
function Use({ connection }: { connection: Connection }) {
  const { domains, enabled, required } = connection;
  const isMissing = connection === NONE;
  const [problems, setProblems] = useState<string[]>();
  const test = async () => {
    const answer = await client.testSingleSignOn().catch(complain);
    if (answer) setProblems(answer.problems);
  };
  const put = async (body: { enabled?: boolean; required?: boolean }) => {
    await client.putSingleSignOn({ body }).catch(complain);
    await refresh();
  };
  return (
    <>
      <DomainList domains={domains} />
      <Button className="self-start" disabled={isMissing} onClick={() => void test()}>
        {security.test}
      </Button>
      {problems?.length === 0 && <Note tone="success">{security.testOk}</Note>}
      {problems?.map((problem) => (
        <Note key={problem} tone="danger">
          {problem}
        </Note>
      ))}
      <Checkbox
        label={security.enabled}
        checked={enabled}
        disabled={isMissing}
        onChange={({ target }) => put({ enabled: target.checked })}
      />
      <Checkbox
        label={security.required}
        checked={required}
        disabled={isMissing}
        onChange={({ target }) => put({ required: target.checked })}
      />
    </>
  );
}

function DomainList({ domains }: { domains: readonly Domain[] }) {
  const verify = async (name: string) => {
    await client.verifyDomain({ path: { name } }).catch(complain);
    await refresh();
  };
  if (domains.length === 0) return null;
  return (
    <ul aria-label={security.verification} className="panel divide-y divide-line">
      {domains.map(({ name, verified, record }) => (
        <li key={name} className="flex flex-wrap items-center gap-2 px-3 py-2">
          <div className="min-w-40 grow">
            <p>{name}</p>
            {!verified && (
              <p className="text-xs break-all text-muted">{security.recordOf(record.name, record.value)}</p>
            )}
          </div>
          {verified ? (
            <Badge tone="success">{security.verified}</Badge>
          ) : (
            <Button onClick={() => void verify(name)}>{security.verify}</Button>
          )}
        </li>
      ))}
    </ul>
  );
}
