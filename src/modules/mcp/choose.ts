import { isFoundIn, isSameText } from '#common/text/folded.js';
import { ToolError } from './tool-error.js';

/** Something that may be meant. */
export interface Candidate {
  readonly id: string;
  /** Whatever it can be called, besides its id. */
  readonly names: readonly string[];
  /** How an error names it. */
  readonly shown: string;
}

const MOST_SHOWN = 10;

/**
 * The id of the only candidate with that name; if there is none, of the only candidate whose name contains
 * it. Several matches are an error.
 *
 * @throws ToolError that lists the matches
 */
export function choose(kind: string, said: string, candidates: readonly Candidate[]): string {
  const having = (test: (name: string) => boolean) => candidates.filter(({ names }) => names.some(test));
  const equal = having((name) => isSameText(name, said.trim()));
  const matches = equal.length > 0 ? equal : having((name) => isFoundIn(name, said.trim()));
  const [match] = matches;
  if (!match) {
    throw new ToolError(
      `There is no ${kind} called ${JSON.stringify(said)} that the user can see. get_context, get_plan and get_colleagues show what there is.`,
    );
  }
  if (matches.length === 1) return match.id;
  const shown = matches.slice(0, MOST_SHOWN).map((candidate) => `${candidate.shown}, id ${candidate.id}`);
  if (matches.length > shown.length) shown.push(`and ${matches.length - shown.length} more`);
  throw new ToolError(
    `${JSON.stringify(said)} can be more than one ${kind}: ${shown.join('; ')}. Say which by id or full name.`,
    true,
  );
}
