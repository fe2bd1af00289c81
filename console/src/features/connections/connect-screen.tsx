import { useQuery } from '@tanstack/react-query';
import type { AuthorizationRequestResponse } from 'project-management-sdk';
import { useState } from 'react';
import { buttonStyle } from '../../components/button.tsx';
import { Note, Skeleton } from '../../components/states.tsx';
import { isApiError, messageOf } from '../../lib/api.ts';
import { connections as words } from '../../lib/texts/connections.texts.ts';
import { EntryFrame } from '../../components/entry-frame.tsx';
import { ConsentForm } from './consent-form.tsx';
import { requestQuery } from './queries.ts';

/** Where an app sends people to be let in. */
export function ConnectScreen() {
  // As the app has written it: what the service is asked, and what is consented to.
  const [search] = useState(() => location.search.slice(1));
  const { data: request, error } = useQuery(requestQuery(search));
  const [isDone, setDone] = useState(false);
  const goOn = (redirect: string) => {
    setDone(true);
    location.assign(redirect);
  };
  return (
    <EntryFrame title={words.connect}>
      {isDone && <Note tone="success">{words.done}</Note>}
      {!isDone && !request && !error && <Skeleton />}
      {error && <Refused error={error} />}
      {!isDone && request && (
        <>
          <About request={request} />
          <ConsentForm search={search} request={request} onDone={goOn} />
        </>
      )}
    </EntryFrame>
  );
}

const OWN_COMPUTER = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * The app learns what is wrong where it can be told; otherwise the reader does. Anybody can register an address, so that the
 * reader decides about one on the web.
 */
function Refused({ error }: { error: Error }) {
  const redirect = isApiError(error) ? error.redirect : undefined;
  const target = redirect === undefined ? undefined : new URL(redirect);
  if (target && OWN_COMPUTER.test(target.hostname)) location.replace(target);
  return (
    <>
      <Note tone="danger">
        {words.refused}: {messageOf(error)}
      </Note>
      {target && (
        <a href={target.href} className={buttonStyle()}>
          {words.goBack(target.host)}
        </a>
      )}
    </>
  );
}

function About({ request }: { request: AuthorizationRequestResponse }) {
  const { client, redirectHost, isLocal, resource } = request;
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium wrap-anywhere">{words.asks(client.name)}</p>
      <p className="text-sm text-muted">{resource.endsWith('/mcp') ? words.mcp : words.api}</p>
      {client.uri !== null && (
        <p className="text-sm text-muted wrap-anywhere">
          {words.page} {client.uri}
        </p>
      )}
      <p className="text-sm wrap-anywhere">{words.returns(redirectHost)}</p>
      {isLocal && <Note tone="danger">{words.local}</Note>}
    </div>
  );
}
