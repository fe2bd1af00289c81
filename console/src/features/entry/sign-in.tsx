import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { TextField } from '../../components/field.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { Note } from '../../components/states.tsx';
import { useAddress } from '../../lib/address.ts';
import { client, isApiError } from '../../lib/api.ts';
import { sessionQuery } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import { signIn } from '../../lib/texts/sign-in.ts';
import { EntryFrame } from './entry-frame.tsx';
import { EntryLink } from './entry-link.tsx';
import { useEnter, useWayBack } from './enter.ts';

const { entry } = texts;

/** What is asked for besides the password. */
type Asked = 'nothing' | 'code' | 'recovery';

const NEEDS_CODE = 'A code from your authenticator is needed';
const needsCode = (error: unknown) => isApiError(error) && error.status === 401 && error.message === NEEDS_CODE;

export function SignIn() {
  const { data: session } = useQuery(sessionQuery);
  const { done } = useAddress();
  const enter = useEnter();
  const [asked, setAsked] = useState<Asked>('nothing');
  const form = useForm(
    { email: '', password: '', code: '' },
    async ({ code, ...body }) => {
      try {
        await client.createSession({ body: asked === 'nothing' ? body : { ...body, code } });
      } catch (error) {
        if (!needsCode(error)) throw error;
        setAsked('code');
        return;
      }
      await enter();
    },
    () => undefined,
  );
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
        {asked !== 'nothing' && <CodeField asked={asked} onAsk={setAsked} field={form.field('code')} />}
      </Form>
      <div className="flex flex-wrap justify-between gap-2">
        <EntryLink to="/reset-password">{entry.forgot}</EntryLink>
        {session?.registration === 'open' && <EntryLink to="/register">{entry.createCompany}</EntryLink>}
      </div>
    </EntryFrame>
  );
}

interface CodeFieldProps {
  asked: Asked;
  onAsk: (asked: Asked) => void;
  field: Omit<Parameters<typeof TextField>[0], 'label'>;
}

function CodeField({ asked, onAsk, field }: CodeFieldProps) {
  const isRecovery = asked === 'recovery';
  return (
    <div className="flex flex-col gap-1">
      <TextField
        label={isRecovery ? signIn.recoveryCode : signIn.code}
        {...(!isRecovery && { hint: signIn.codeHint, inputMode: 'numeric' as const })}
        autoComplete="one-time-code"
        autoFocus
        {...field}
      />
      <Button className="self-start" onClick={() => onAsk(isRecovery ? 'code' : 'recovery')}>
        {isRecovery ? signIn.useAuthenticator : signIn.useRecoveryCode}
      </Button>
    </div>
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
  const url = domain === undefined ? null : (data?.url ?? null);
  if (url === null) return null;
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
