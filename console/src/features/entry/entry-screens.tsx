import { useAddress } from '../../lib/address.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { TextField } from '../../components/field.tsx';
import { Form, useSubmit } from '../../components/form.tsx';
import { Note } from '../../components/states.tsx';
import { client } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import { EntryFrame } from './entry-frame.tsx';

const { entry } = texts;

function EntryLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link to={to} className="inline-flex min-h-6 items-center text-sm text-accent-text underline underline-offset-2">
      {children}
    </Link>
  );
}

/** Only to our own pages. */
function useWayBack(): string {
  const { to = '/' } = useAddress();
  return to.startsWith('/') && !to.startsWith('//') && !to.includes('\\') ? to : '/';
}

function useEnter() {
  const navigate = useNavigate();
  const to = useWayBack();
  return async () => {
    queryClient.clear();
    await queryClient.query(sessionQuery);
    await navigate({ href: to, replace: true });
  };
}

export function SignIn() {
  const { data: session } = useQuery(sessionQuery);
  const { done } = useAddress();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const enter = useEnter();
  const form = useSubmit(
    () => client.createSession({ body: { email, password } }).then(enter),
    () => undefined,
  );
  return (
    <EntryFrame title={entry.signIn}>
      {done === 'password' && <Note tone="success">{entry.passwordSet}</Note>}
      <Form form={form} shown={['email', 'password']} action={entry.signIn} isWide>
        <TextField
          label={entry.email}
          type="email"
          autoComplete="username"
          autoFocus
          required
          value={email}
          error={form.errors['email']}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label={entry.password}
          type="password"
          autoComplete="current-password"
          required
          value={password}
          error={form.errors['password']}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Form>
      <div className="flex flex-wrap justify-between gap-2">
        <EntryLink to="/reset-password">{entry.forgot}</EntryLink>
        {session?.registration === 'open' && <EntryLink to="/register">{entry.createCompany}</EntryLink>}
      </div>
    </EntryFrame>
  );
}

const REGISTER_FIELDS = [
  { name: 'companyName', label: entry.company, autoComplete: 'organization', type: 'text' },
  { name: 'name', label: entry.yourName, autoComplete: 'name', type: 'text' },
  { name: 'email', label: entry.email, autoComplete: 'username', type: 'email' },
  { name: 'password', label: entry.password, autoComplete: 'new-password', type: 'password', hint: entry.passwordHint },
] as const;

export function Register() {
  const { data: session } = useQuery(sessionQuery);
  const [values, setValues] = useState({ companyName: '', name: '', email: '', password: '' });
  const enter = useEnter();
  const register = async () => {
    await client.register({ body: values });
    const { email, password } = values;
    await client.createSession({ body: { email, password } });
    await enter();
  };
  const form = useSubmit(register, () => undefined);
  const isClosed = session?.registration === 'closed';
  return (
    <EntryFrame title={entry.registerTitle}>
      {isClosed ? (
        <p className="text-muted">{entry.closed}</p>
      ) : (
        <Form form={form} shown={REGISTER_FIELDS.map(({ name }) => name)} action={entry.register} isWide>
          {REGISTER_FIELDS.map(({ name, ...field }) => (
            <TextField
              key={name}
              {...field}
              value={values[name]}
              error={form.errors[name]}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
            />
          ))}
        </Form>
      )}
      <EntryLink to="/sign-in">{entry.haveAccount}</EntryLink>
    </EntryFrame>
  );
}

export function RequestReset() {
  const [email, setEmail] = useState('');
  const [sentTo, setSentTo] = useState<string>();
  const form = useSubmit(
    () => client.requestPasswordReset({ body: { email } }),
    () => setSentTo(email),
  );
  return (
    <EntryFrame title={entry.resetTitle}>
      {sentTo !== undefined && <Note tone="success">{entry.resetSent(sentTo)}</Note>}
      <Form form={form} shown={['email']} action={entry.sendLink} isWide>
        <TextField
          label={entry.email}
          hint={entry.resetHint}
          type="email"
          autoComplete="username"
          value={email}
          error={form.errors['email']}
          onChange={(event) => setEmail(event.target.value)}
        />
      </Form>
      <EntryLink to="/sign-in">{entry.backToSignIn}</EntryLink>
    </EntryFrame>
  );
}

export function ConfirmReset() {
  const navigate = useNavigate();
  // Behind a #, which the browser sends to nobody.
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token') ?? '');
  const [password, setPassword] = useState('');
  const form = useSubmit(
    () => client.confirmPasswordReset({ body: { token, password } }),
    () => void navigate({ to: '/sign-in', search: { done: 'password' }, replace: true }),
  );
  const isBad = token === '' || form.errors['token'] !== undefined;
  return (
    <EntryFrame title={entry.chooseTitle}>
      {isBad && <Note tone="danger">{entry.badLink}</Note>}
      <Form form={form} shown={['password', 'token']} action={entry.setPassword} isWide>
        <TextField
          label={entry.newPassword}
          hint={entry.passwordHint}
          type="password"
          autoComplete="new-password"
          value={password}
          error={form.errors['password']}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Form>
      <EntryLink to={isBad ? '/reset-password' : '/sign-in'}>{isBad ? entry.resetTitle : entry.backToSignIn}</EntryLink>
    </EntryFrame>
  );
}
