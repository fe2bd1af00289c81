import { useState } from 'react';
import { useUser } from './queries.ts';

/** Where a tab keeps its drafts while it loads a page. */
const STORE = 'drafts';

/** By user, and shown to that user alone. */
const drafts = new Map<string, unknown>(JSON.parse(sessionStorage.getItem(STORE) ?? '[]') as [string, unknown][]);
sessionStorage.removeItem(STORE);
addEventListener('pagehide', () => {
  if (drafts.size > 0) sessionStorage.setItem(STORE, JSON.stringify([...drafts]));
});

/**
 * What is typed and not sent yet. It outlives the dialog or drawer that shows it, and is there again when that is opened anew,
 * until it is set to undefined. When its user signs out and in again in the same tab, it is there, too.
 */
export function useDraft<Draft>(name: string): [Draft | undefined, (draft: Draft | undefined) => void] {
  const userId = useUser()?.id;
  const key = `${userId} ${name}`;
  const [draft, setDraft] = useState(() => drafts.get(key) as Draft | undefined);
  const keep = (next: Draft | undefined) => {
    if (next === undefined) drafts.delete(key);
    else drafts.set(key, next);
    setDraft(next);
  };
  return [draft, keep];
}

/**
 * What a dialog keeps when it is left otherwise than by its buttons. Opened again, it is empty, and what is `offered` stands for
 * "Restore draft" until it is taken or the dialog is closed.
 */
export function useOfferedDraft<Draft>(name: string): {
  offered: Draft | undefined;
  take: () => void;
  keep: (draft: Draft | undefined) => void;
} {
  const [stored, keep] = useDraft<Draft>(`dialog ${name}`);
  const [offered, setOffered] = useState(stored);
  return { offered, take: () => setOffered(undefined), keep };
}
