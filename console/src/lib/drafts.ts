import { useState } from 'react';

/** In memory alone: the next reader of this browser sees nothing of it. */
const drafts = new Map<string, unknown>();

/**
 * What is typed and not sent yet. It outlives the dialog or drawer that shows it, and is there again when that is opened anew,
 * until it is set to undefined.
 */
export function useDraft<Draft>(name: string): [Draft | undefined, (draft: Draft | undefined) => void] {
  const [draft, setDraft] = useState(() => drafts.get(name) as Draft | undefined);
  const keep = (next: Draft | undefined) => {
    if (next === undefined) drafts.delete(name);
    else drafts.set(name, next);
    setDraft(next);
  };
  return [draft, keep];
}
