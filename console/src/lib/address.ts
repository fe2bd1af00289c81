import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** What stands in addresses behind the `?`: plain text. */
export type Search = Record<string, string | undefined>;

export const useAddress = (): Search => useSearch({ strict: false }) as Search;

/** The parts of the path that are names: `key`, `id`, `tid`. */
export const useNames = (): Partial<Record<string, string>> =>
  useParams({ strict: false }) as Partial<Record<string, string>>;

/** Changes parameters of the present address; undefined takes one out. `replace`: not a step of Back. */
export function useChangeAddress(): (changes: Search, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (changes, { replace = false } = {}) => {
      const search = (now: Search): Search => ({ ...now, ...changes });
      void navigate({ to: '.', search: search as never, replace, resetScroll: false });
    },
    [navigate],
  );
}
