import { useEffect } from 'react';
import { useUser } from './queries.ts';

/** A thing that was seen: a task, or a place of the console. */
export interface Seen {
  text: string;
  tid?: string;
  to?: string;
}

const MOST = 5;

const keyOf = (userId: string | undefined): string => `seen ${userId ?? ''}`;

/** What the reader saw last on this browser, the newest first. */
export function readSeen(userId: string | undefined): Seen[] {
  try {
    return JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]') as Seen[];
  } catch {
    return [];
  }
}

const placeOf = ({ tid, to }: Seen): string | undefined => tid ?? to;

/** Remembers what is shown. */
export function useSeen({ text, tid, to }: Seen): void {
  const userId = useUser()?.id;
  useEffect(() => {
    const seen: Seen = { text, ...(tid && { tid }), ...(to && { to }) };
    const others = readSeen(userId).filter((one) => placeOf(one) !== placeOf(seen));
    localStorage.setItem(keyOf(userId), JSON.stringify([seen, ...others].slice(0, MOST)));
  }, [userId, text, tid, to]);
}
