import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Form } from '../../components/form.tsx';
import { Note } from '../../components/states.tsx';
import { useAddress } from '../../lib/address.ts';
import { client } from '../../lib/api.ts';
import { load } from '../../lib/loading.ts';
import { sessionQuery } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import { signIn } from '../../lib/texts/sign-in.texts.ts';
import { EntryFrame } from '../../components/entry-frame.tsx';
import { EntryLink } from './entry-link.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { useSignInForm } from './sign-in-form.ts';
import { useEnter, useWayBack } from './enter.ts';

const { entry } = texts;

const CodeField = lazy(() => load(() => import('./code-field.tsx')));

export function SignIn() {
  const { data: session } = useQuery(sessionQuery);
  const { done } = useAddress();
  const form = useSignInForm('', useEnter());
  return (
    <EntryFrame title={entry.signIn}>
      {done === 'password' && <Note tone="success">{entry.passwordSet}</Note>}
      <Form form={form} shown={form.names} action={entry.signIn} isWide>
        <TextField
          label={entry.email}
          type="email"
          autoComplete="username"
          autoFocus
          required
          {...form.field('email')}
        />
        <SingleSignOn email={form.values.email} />
        <TextField
          label={entry.password}
          type="password"
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
        {form.isCodeAsked && (
          <Suspense>
            <CodeField {...form.field('code')} />
          </Suspense>
        )}
      </Form>
      <PasskeyButton />
      <div className="flex flex-wrap justify-between gap-2">
        <EntryLink to="/reset-password">{entry.forgot}</EntryLink>
        {session?.registration === 'open' && <EntryLink to="/register">{entry.createCompany}</EntryLink>}
      </div>
    </EntryFrame>
  );
}

/** The button, where the domain of the e-mail leads to a directory. */
function SingleSignOn({ email }: { email: string }) {
  const to = useWayBack();
  const domain = /^[^@\s]+@([^@\s]+\.[^@\s.]{2,})$/.exec(email.trim())?.[1]?.toLowerCase();
  const { data } = useQuery({
    queryKey: ['sso-of', domain],
    queryFn: () => client.startSingleSignOn({ body: { email: `anyone@${domain ?? ''}` } }),
    enabled: domain !== undefined,
    retry: false,
    staleTime: 300_000,
  });
  const url = data?.url;
  if (!url) return null;
  return (
    <Button
      onClick={() => {
        sessionStorage.setItem('sso-to', to);
        location.assign(url);
      }}
    >
      {signIn.withSso}
    </Button>
  );
}
