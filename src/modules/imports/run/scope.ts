import type { NamedReference } from '#common/http/named-reference.dto.js';
import type { TransactionContext } from '#core/company-scope/request-context.js';
import type { Tally } from '../import-report.js';
import type { ReferenceSpace } from '../import-references.repository.js';
import type { ClaimedTids } from './claimed-tids.js';
import type { Survey } from './survey.js';
import type { Meanings } from './surroundings.js';

/** The virtual colleagues of an archive: the ids that they have here, by those that they had. */
export interface ColleaguesHere {
  readonly ids: Map<string, string>;
  /** In a check: those that a start would make. */
  readonly coming: Set<string>;
}

/** What the parts of a run know of it. */
export interface Run {
  readonly importId: string;
  /** As references name the tracker. */
  readonly tracker: string;
  readonly instance: string;
  /** It is from a service of this kind: texts have ids in them. */
  readonly isArchive: boolean;
  readonly survey: Survey;
  readonly meanings: Meanings;
  readonly keepsNumbers: boolean;
  /** The virtual colleagues of an archive. */
  readonly colleagues: ColleaguesHere;
  /** The former tids of an archive. */
  readonly claimedTids: ClaimedTids;
  /** Who started it. */
  readonly starter: NamedReference;
}

/** The id that a virtual colleague has here; what is not here keeps the id that it had. */
export function colleagueHere({ colleagues }: Run, id: string): string {
  return colleagues.ids.get(id) ?? id;
}

/** One batch of it, in a transaction. */
export interface Batch {
  readonly tx: TransactionContext;
  readonly run: Run;
  readonly project: { readonly id: string; readonly key: string };
  readonly space: ReferenceSpace;
  /** Users who can have tasks of the project. */
  readonly assignable: ReadonlySet<string>;
  /** What comes of this batch; it counts when the batch is done. */
  readonly tally: Tally;
}
