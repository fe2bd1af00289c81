import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import { expectDrawer } from './expected-drawer.ts';

/** What stands in addresses behind the `?`: plain text. */
export type Search = Record<string, string | undefined>;

/** Routes are loaded by name: what they know of their parameters is any, and here it is text. */
export function useAddress(): Search {
  const search: unknown = useSearch({ strict: false });
  return search as Search;
}

/** The parts of the path that are names: `key`, `id`, `tid`. */
export function useNames(): Partial<Record<string, string>> {
  const names: unknown = useParams({ strict: false });
  return names as Partial<Record<string, string>>;
}

/** Changes parameters of the present address; undefined takes one out. `replace`: not a step of Back. */
export function useChangeAddress(): (changes: Search, options?: { replace?: boolean }) => void {
  const navigate = useNavigate();
  return useCallback(
    (changes, { replace = false } = {}) => {
      const go = (part: Search, isReplaced: boolean) => {
        const search = (now: Search): Search => ({ ...now, ...part });
        void navigate({ to: '.', search, replace: isReplaced, resetScroll: false });
      };
      const { task } = changes;
      const isNew = task !== undefined && task !== new URLSearchParams(location.search).get('task');
      if (isNew) expectDrawer(() => go({ task: undefined }, true));
      go(changes, replace);
    },
    [navigate],
  );
}
