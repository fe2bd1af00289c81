import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Confirm } from '../../components/confirm.tsx';
import { client } from '../../lib/api.ts';
import { showAgo } from '../../lib/format.ts';
import type { User } from '../../lib/model.ts';
import { usersQuery, useUser } from '../../lib/queries.ts';
import { queryClient } from '../../lib/query-client.ts';
import { security } from '../../lib/texts/security.texts.ts';

const refresh = () => queryClient.invalidateQueries({ queryKey: usersQuery.queryKey });

/** How a person signs in, for ADMINs. */
export function SignInFacts({ user: { secondFactor, lastSignInAt } }: { user: User }) {
  const factor = secondFactor ? security.factors[secondFactor] : security.noFactor;
  const last = lastSignInAt ? security.lastSignIn(showAgo(lastSignInAt)) : security.neverSignedIn;
  return <p className="truncate text-xs text-muted">{`${factor} · ${last}`}</p>;
}

/** What ADMINs end of how a person signs in; of an ADMIN's factor, an OWNER alone. */
export function SignInActions({ user: { id, name, role, secondFactor } }: { user: User }) {
  const me = useUser();
  const [asking, setAsking] = useState<'factor' | 'sessions'>();
  const close = () => setAsking(undefined);
  const mayRemove = me?.role === 'OWNER' || role === 'MEMBER' || role === 'VIEWER';
  return (
    <>
      {secondFactor && mayRemove && <Button onClick={() => setAsking('factor')}>{security.removeFactor}</Button>}
      <Button onClick={() => setAsking('sessions')}>{security.endSessions}</Button>
      {asking === 'factor' && (
        <Confirm
          action={security.removeFactor}
          question={security.removeFactorQuestion(name)}
          onClose={close}
          onConfirm={() => client.removeSecondFactor({ path: { id } }).then(refresh)}
        />
      )}
      {asking === 'sessions' && (
        <Confirm
          action={security.endSessions}
          question={security.endSessionsQuestion(name)}
          onClose={close}
          onConfirm={() => client.endUserSessions({ path: { id } })}
        />
      )}
    </>
  );
}
