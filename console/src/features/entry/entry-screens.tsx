import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { Note } from '../../components/states.tsx';
import { client } from '../../lib/api.ts';
import { sessionQuery } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import { registration as words } from '../../lib/texts/registration.texts.ts';
import { useEnter } from './enter.ts';
import { EntryFrame } from '../../components/entry-frame.tsx';
import { EntryLink } from './entry-link.tsx';

const { entry } = texts;

const NOBODY = { companyName: '', name: '', email: '', password: '' };

const REGISTER_FIELDS = [
  { name: 'companyName', label: words.company, autoComplete: 'organization', type: 'text' },
  { name: 'name', label: words.yourName, autoComplete: 'name', type: 'text' },
  { name: 'email', label: entry.email, autoComplete: 'username', type: 'email' },
  { name: 'password', label: entry.password, autoComplete: 'new-password', type: 'password', hint: words.passwordHint },
] as const;

export function Register() {
  const { data: session } = useQuery(sessionQuery);
  const enter = useEnter();
  const register = async (body: typeof NOBODY) => {
    await client.register({ body });
    const { email, password } = body;
    await client.createSession({ body: { email, password } });
    await enter();
  };
  const form = useForm(NOBODY, register, () => undefined);
  const isClosed = session?.registration === 'closed';
  return (
    <EntryFrame title={words.registerTitle}>
      {isClosed ? (
        <p className="text-muted">{words.closed}</p>
      ) : (
        <Form form={form} shown={form.names} action={words.register} isWide>
          {REGISTER_FIELDS.map(({ name, ...rest }) => (
            <TextField key={name} {...rest} {...form.field(name)} />
          ))}
        </Form>
      )}
      <EntryLink to="/sign-in">{words.haveAccount}</EntryLink>
    </EntryFrame>
  );
}

export function RequestReset() {
  const [sentTo, setSentTo] = useState<string>();
  const form = useForm(
    { email: '' },
    (body) => client.requestPasswordReset({ body }).then(() => body.email),
    setSentTo,
  );
  return (
    <EntryFrame title={words.resetTitle}>
      {sentTo !== undefined && <Note tone="success">{words.resetSent(sentTo)}</Note>}
      <Form form={form} shown={form.names} action={words.sendLink} isWide>
        <TextField
          label={entry.email}
          hint={words.resetHint}
          type="email"
          autoComplete="username"
          {...form.field('email')}
        />
      </Form>
      <EntryLink to="/sign-in">{words.backToSignIn}</EntryLink>
    </EntryFrame>
  );
}

export function ConfirmReset() {
  const navigate = useNavigate();
  // Behind a #, which the browser sends to nobody.
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  // Nor does it stay in the address, for whoever looks at the screen or the history.
  useEffect(() => history.replaceState(history.state, '', location.pathname + location.search), []);
  const form = useForm(
    { password: '' },
    ({ password }) => client.confirmPasswordReset({ body: { token, password } }),
    () => void navigate({ to: '/sign-in', search: { done: 'password' }, replace: true }),
  );
  const isBad = token === '' || form.errors['token'] !== undefined;
  return (
    <EntryFrame title={words.chooseTitle}>
      {isBad && <Note tone="danger">{words.badLink}</Note>}
      <Form form={form} shown={['password', 'token']} action={words.setPassword} isWide>
        <TextField
          label={words.newPassword}
          hint={words.passwordHint}
          type="password"
          autoComplete="new-password"
          {...form.field('password')}
        />
      </Form>
      <EntryLink to={isBad ? '/reset-password' : '/sign-in'}>{isBad ? words.resetTitle : words.backToSignIn}</EntryLink>
    </EntryFrame>
  );
}
