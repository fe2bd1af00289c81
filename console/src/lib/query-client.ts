import { QueryClient } from '@tanstack/react-query';
import { hasStatus, isApiError } from './api.ts';

/** What has no event is read again on focus and every minute. */
export const UNEVENTFUL = { refetchOnWindowFocus: 'always', refetchInterval: 60_000 } as const;

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: 'always',
      // The SDK has tried again already; a refusal stays one.
      retry: false,
      // A browser that is "offline" may still reach a service on the same machine.
      networkMode: 'always',
      throwOnError: (error) => !isApiError(error),
    },
    mutations: { networkMode: 'always', retry: false },
  },
});

export const isGone = (error: unknown): boolean => hasStatus(error, 400, 403, 404);
