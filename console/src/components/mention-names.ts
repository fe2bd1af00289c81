import { useRef } from 'react';

/** A mention as it is kept; brackets of a name are escaped in it. */
const MENTION = /\[@((?:\\.|[^[\]\\])+)\]\((?:user|colleague):[\da-f-]{36}\)/gi;

const nameOf = (written: string): string => `@${written.replace(/\\(.)/g, '$1')}`;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

export interface Mentions {
  /** The text with people by their names alone, as it is edited. */
  shown: (text: string) => string;
  /** The text as it is kept. */
  kept: (shown: string) => string;
  /** The name that stands in the edited text for a mention. */
  add: (mention: string) => string;
}

/** While a text is edited a mention is a name; two people of one name stay as they are written. */
export function useMentionNames(): Mentions {
  const byName = useRef(new Map<string, string>());
  const register = (mention: string, written: string): string => {
    const name = nameOf(written);
    const other = byName.current.get(name);
    if (other !== undefined && other !== mention) return mention;
    byName.current.set(name, mention);
    return name;
  };
  const shown = (text: string) => text.replace(MENTION, register);
  const kept = (text: string) => {
    const names = [...byName.current.keys()].sort((one, other) => other.length - one.length);
    if (names.length === 0) return text;
    const wanted = new RegExp(`(?<![\\p{L}\\p{N}[])(?:${names.map(escaped).join('|')})(?![\\p{L}\\p{N}])`, 'gu');
    return text.replace(wanted, (name) => byName.current.get(name) ?? name);
  };
  return { shown, kept, add: shown };
}
