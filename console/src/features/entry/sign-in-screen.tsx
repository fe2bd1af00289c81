import { useAddress } from '../../lib/address.ts';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { TextField } from '../../components/field.tsx';
import { Form, useForm } from '../../components/form.tsx';
import { Note } from '../../components/states.tsx';
import { client } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from '../../lib/queries.ts';
import { texts } from '../../lib/texts.ts';
import { EntryFrame } from './entry-frame.tsx';

const { entry } = texts;

export function EntryLink({ to, children }: { to: string; children: ReactNode }) {
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

/** Shows where the reader was on the way to, as who they are now. */
export function useEnter() {
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
  const enter = useEnter();
  const form = useForm(
    { email: '', password: '' },
    (body) => client.createSession({ body }).then(enter),
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
        <TextField
          label={entry.password}
          type="password"
          autoComplete="current-password"
          required
          {...form.field('password')}
        />
      </Form>
      <div className="flex flex-wrap justify-between gap-2">
        <EntryLink to="/reset-password">{entry.forgot}</EntryLink>
        {session?.registration === 'open' && <EntryLink to="/register">{entry.createCompany}</EntryLink>}
      </div>
    </EntryFrame>
  );
}
