import { useNavigate } from '@tanstack/react-router';
import { useAddress } from '../../lib/address.ts';
import { queryClient } from '../../lib/query-client.ts';
import { sessionQuery } from '../../lib/queries.ts';

/** Only to our own pages. */
export function useWayBack(): string {
  const { to = '/' } = useAddress();
  return to.startsWith('/') && !to.startsWith('//') && !to.includes('\\') ? to : '/';
}

/** Goes on to where the reader wanted to go, once there is a session. */
export function useEnter() {
  const navigate = useNavigate();
  const to = useWayBack();
  return async () => {
    queryClient.clear();
    await queryClient.query(sessionQuery);
    await navigate({ href: to, replace: true });
  };
}
