import { useState } from 'react';
import { hasStatus, ifUnchanged, messageOf } from '../../lib/api.ts';
import { showToast } from '../../lib/toasts.ts';
import { boxAt, ticked } from './tick.ts';
import type { Conflict } from './use-text-edit.ts';

/** So often a tick is tried against what others have written meanwhile. */
const TRIES = 3;

interface Written {
  /** Of the resource, below /api. */
  path: string;
  /** Reads the text, and with it its ETag. */
  read: () => Promise<string>;
  write: (text: string, headers: Record<string, string>) => Promise<unknown>;
  /** Shows a text at once; what it returns puts the old one back. */
  show: (text: string) => () => void;
  refresh: () => unknown;
}

/** Ticks boxes of a Markdown text where it stands; the text is written as it is now. */
export function useTicks(shown: string, { path, read, write, show, refresh }: Written) {
  const [conflict, setConflict] = useState<Conflict>();
  const tick = async (index: number, of: number) => {
    const box = boxAt(shown, index, of);
    const mine = box && ticked(shown, box);
    if (!box || mine === undefined) return;
    const putBack = show(mine);
    try {
      for (let attempt = 1; ; attempt++) {
        const theirs = await read();
        const next = ticked(theirs, box);
        if (next === undefined) {
          putBack();
          setConflict({ mine, theirs });
          return;
        }
        try {
          await write(next, ifUnchanged(path));
          return;
        } catch (error) {
          if (!hasStatus(error, 412) || attempt === TRIES) throw error;
        }
      }
    } catch (error) {
      putBack();
      showToast(messageOf(error), { tone: 'danger' });
    } finally {
      void refresh();
    }
  };
  const keep = async () => {
    const mine = conflict?.mine;
    setConflict(undefined);
    if (mine === undefined) return;
    await write(mine, {}).catch((error: unknown) => showToast(messageOf(error), { tone: 'danger' }));
    void refresh();
  };
  return {
    tick: (index: number, of: number) => void tick(index, of),
    conflict,
    keep: () => void keep(),
    take: () => setConflict(undefined),
  };
}
