import { queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useForm } from '../../components/form.tsx';
import { Read } from '../../components/read.tsx';
import { Screen, Section } from '../../components/screen.tsx';
import { SettingsNav } from '../../components/settings-nav.tsx';
import { client } from '../../lib/api.ts';
import { UNEVENTFUL } from '../../lib/query-client.ts';
import { security } from '../../lib/texts/security.texts.ts';
import { Authenticator } from './authenticator.tsx';
import { Passkeys } from './passkeys.tsx';
import { given, PasswordField } from './password-field.tsx';
import { Sessions } from './sessions.tsx';

const factorQuery = queryOptions({
  queryKey: ['my-second-factor'],
  queryFn: ({ signal }) => client.getTotp({ signal }),
  ...UNEVENTFUL,
});

const identitiesQuery = queryOptions({
  queryKey: ['my-identities'],
  queryFn: ({ signal }) => client.listMyIdentities({ signal }) as Promise<{ id: string; issuer: string }[]>,
  ...UNEVENTFUL,
});

export function SecurityScreen() {
  const factor = useQuery(factorQuery);
  return (
    <Screen title={security.title} side={<SettingsNav />}>
      <div className="flex w-full max-w-3xl flex-col gap-8 p-4">
        <Read query={factor}>{(totp) => <Authenticator isActive={totp.active} />}</Read>
        <Passkeys />
        <Connection />
        <Sessions />
      </div>
    </Screen>
  );
}

/** The directory of the company. */
function Connection() {
  const { data: identities } = useQuery(identitiesQuery);
  const [isConnecting, setConnecting] = useState(false);
  const isConnected = identities !== undefined && identities.length > 0;
  return (
    <Section title={security.signOn}>
      <p className="text-sm text-muted">{isConnected ? security.connected : security.notConnected}</p>
      {!isConnected && (
        <Button className="self-start" onClick={() => setConnecting(true)}>
          {security.connect}
        </Button>
      )}
      {isConnecting && <Connect onClose={() => setConnecting(false)} />}
    </Section>
  );
}

function Connect({ onClose }: { onClose: () => void }) {
  const form = useForm(
    { password: '' },
    ({ password }) => client.linkIdentity({ body: given(password) }),
    ({ url }) => {
      sessionStorage.setItem('sso-to', '/settings/security');
      location.assign(url);
    },
  );
  return (
    <FormDialog title={security.connect} action={security.connect} form={form} shown={form.names} onClose={onClose}>
      <PasswordField autoFocus {...form.field('password')} />
    </FormDialog>
  );
}
