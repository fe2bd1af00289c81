import type { CheckState, ReviewState } from '#schema/code.js';

/** Somebody at a forge, as far as an event says who. */
export interface Account {
  readonly name: string;
  /** What the account is called there. */
  readonly login: string | null;
  readonly email: string | null;
}

/** What every event says. */
interface Told {
  /** Its own moment, not the one at which it arrived. */
  readonly at: string;
  readonly by: Account;
  /** As the forge writes it, such as `acme/web`. */
  readonly repository: string;
}

/** Where a pull request is. */
export type Phase = 'open' | 'review' | 'closed' | 'merged';

/** A pull or merge request, as it was at a moment. */
export interface PullRequestSeen extends Told {
  readonly kind: 'pull_request';
  readonly number: number;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly branch: string;
  readonly targetBranch: string;
  readonly defaultBranches: readonly string[];
  readonly isFork: boolean;
  readonly isDraft: boolean;
  /** `review`: it is ready and has a reviewer asked. */
  readonly phase: Phase;
  readonly author: Account;
  /** Its newest commit. */
  readonly head: string | null;
  /** What became of the review; nothing when the event does not say. */
  readonly review?: { readonly state: ReviewState | null; readonly at: string };
}

export interface Commit {
  readonly sha: string;
  readonly message: string;
  readonly url: string;
  readonly at: string;
  readonly author: Account;
}

/** Commits that came to a branch, or the branch itself. */
export interface PushSeen extends Told {
  readonly kind: 'push';
  readonly branch: string;
  readonly branchUrl: string;
  readonly is: 'made' | 'deleted' | 'pushed';
  readonly defaultBranches: readonly string[];
  readonly commits: readonly Commit[];
}

/** What a check of a commit came to. */
export interface CheckSeen extends Told {
  readonly kind: 'check';
  readonly sha: string;
  /** Which check it is: of one name the newest counts. */
  readonly name: string;
  readonly state: CheckState;
}

/** The forge only says that it is there. */
export interface Ping {
  readonly kind: 'ping';
}

export type ForgeEvent = PullRequestSeen | PushSeen | CheckSeen | Ping;

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/** How a forge speaks. */
export interface Forge {
  /** For people. */
  readonly name: string;
  /** The headers that name a delivery, the first that is there. */
  readonly deliveryHeaders: readonly string[];
  /** The headers with an HMAC-SHA256 of the body in hex, the first that is there, with what stands before it. */
  readonly signatures: readonly { readonly header: string; readonly prefix: string }[];
  /** A forge that signs in another way also, or sends the secret itself in this header. */
  readonly tokenHeader?: string;
  /** The headers that name the event, the first that is there. */
  readonly eventHeaders: readonly string[];
  /** What an event tells; nothing when it is none that is read. */
  readonly read: (event: string, body: object) => readonly ForgeEvent[];
}

export function headerOf(headers: Headers, names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = headers[name];
    if (typeof value === 'string' && value !== '') return value;
  }
  return undefined;
}
