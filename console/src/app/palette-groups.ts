import { fits } from '../lib/fits.ts';

/** What the palette does. */
export interface Command {
  text: string;
  /** What does the same on a screen. */
  key?: string | undefined;
  run: () => void;
}

export interface CommandGroup {
  name: string;
  commands: readonly Command[];
  /** So many are shown before one types. */
  most?: number;
}

/** So many of a group are shown of what one types: more is not read. */
const MOST_FOUND = 30;

/** What fits the words that are typed, in any order; groups in which nothing does are left out. */
export function fittingGroups(groups: readonly CommandGroup[], typed: string): CommandGroup[] {
  const named = new Set<string>();
  return groups.flatMap(({ name, commands, most = MOST_FOUND }) => {
    const isNew = ({ text }: Command) => !named.has(text) && named.add(text);
    const fitting = commands.filter(({ text }) => fits(text, typed)).slice(0, typed === '' ? most : MOST_FOUND);
    const shown = fitting.filter(isNew);
    return shown.length > 0 ? [{ name, commands: shown }] : [];
  });
}
