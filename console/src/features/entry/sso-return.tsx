import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { Note } from '../../components/states.tsx';
import { client, messageOf } from '../../lib/api.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from '../../lib/queries.ts';
import { registration as words } from '../../lib/texts/registration.texts.ts';
import { EntryFrame } from '../../components/entry-frame.tsx';
import { EntryLink } from './entry-link.tsx';

/** Where the provider leads back to: what it sent is good once. */
export function SsoReturn() {
  const navigate = useNavigate();
  const [refusal, setRefusal] = useState<string>();
  const isSent = useRef(false);
  useEffect(() => {
    if (isSent.current) return;
    isSent.current = true;
    const finish = async () => {
      await client.finishSingleSignOn({ body: answerOf(new URLSearchParams(location.search)) });
      queryClient.clear();
      await queryClient.query(sessionQuery);
      const to = sessionStorage.getItem('sso-to') ?? '/';
      sessionStorage.removeItem('sso-to');
      await navigate({ href: to, replace: true });
    };
    finish().catch((error: unknown) => setRefusal(messageOf(error)));
  }, [navigate]);
  return (
    <EntryFrame title={words.returning}>
      {refusal === undefined ? (
        <p role="status" className="text-muted">
          {words.oneMoment}
        </p>
      ) : (
        <>
          <Note tone="danger">{refusal}</Note>
          <EntryLink to="/sign-in">{words.backToSignIn}</EntryLink>
        </>
      )}
    </EntryFrame>
  );
}

function answerOf(search: URLSearchParams) {
  const [state, code, iss, error] = ['state', 'code', 'iss', 'error'].map((name) => search.get(name));
  return {
    state: state ?? '',
    ...(error ? { error } : { code: code ?? '' }),
    ...(iss && { iss }),
  };
}
