import { addTo } from '#common/collections/add-to.js';
import { byUrgency } from '../scans/budgets.js';
import type { NewsLine, WrittenAction } from '../scans/found-action.js';
import type { Piece } from '../rules/sentence.js';
import { AI_CHECK, DIGEST } from '../settings/rule-names.js';
import { answerPiece, listPieces } from './links.js';

/** Something that a chat is told, in one line or some that belong together. */
export interface ChatEntry {
  /** The actions that it tells. */
  readonly ids: readonly string[];
  readonly taskId: string | null;
  /** The line above it. Entries in a row with the same header share one. */
  readonly header: string | null;
  readonly lines: readonly (readonly Piece[])[];
}

/** What is said in a run. */
export interface Telling {
  readonly actions: readonly WrittenAction[];
  /** The rules that get one line in a chat. */
  readonly news: ReadonlyMap<string, NewsLine>;
  /** The names of people, by id. */
  readonly names: ReadonlyMap<string, string>;
  /** Whether lines link somewhere. */
  readonly hasLinks: boolean;
}

const FOR_LEADS = 'For the leads:';
const NOTICED = 'Noticed:';

/** A header has this many names at most. */
const MOST_NAMES = 3;
/** A line of news has this many tids at most. */
const MOST_TIDS = 5;

/** The actions of one rule about one thing, to one person or several. */
type Saying = readonly [WrittenAction, ...WrittenAction[]];

/** In this order: the digest, entries for people by name, entries for leads, and the rest. */
export function chatEntries(telling: Telling): ChatEntry[] {
  const { actions, news } = telling;
  const digests = actions.filter(({ rule }) => rule === DIGEST);
  const others = actions.filter(({ rule }) => rule !== DIGEST);
  const noticed = others.filter(({ rule }) => rule === AI_CHECK);
  const ofNews = Map.groupBy(
    others.filter(({ rule, isNews }) => isNews && news.has(rule)),
    ({ rule }) => rule,
  );
  const single = others.filter(({ rule, isNews }) => rule !== AI_CHECK && !isNews);
  const sayings = sayingsOf(single);
  const toLeads = sayings.filter(([first]) => isToLeads(first));
  const toPeople = sayings.filter(([first]) => !isToLeads(first) && first.userId !== null);
  const toNobody = sayings.filter(([first]) => first.userId === null);
  return [
    ...digests.map((digest) => entryOf([digest], null, telling)),
    ...underNames(toPeople, telling),
    ...toLeads.map((saying) => entryOf(saying, FOR_LEADS, telling)),
    ...[...ofNews].map(([rule, ofRule]) => newsEntry(news.get(rule) as NewsLine, ofRule, telling)),
    ...toNobody.map((saying) => entryOf(saying, null, telling)),
    ...noticed.map((action) => entryOf([action], NOTICED, telling)),
  ];
}

function isToLeads({ isToLeads: isIt, type }: WrittenAction): boolean {
  return isIt && (type === 'escalation' || type === 'report');
}

/** Several people who are told the same about one thing share a saying. */
function sayingsOf(actions: readonly WrittenAction[]): Saying[] {
  const byText = new Map<string, WrittenAction[]>();
  for (const action of actions) addTo(byText, JSON.stringify([action.key, action.subjectId, action.message]), action);
  return [...byText.values()] as unknown as Saying[];
}

/** Under the names of those whom they are for, the most urgent first. */
function underNames(sayings: readonly Saying[], telling: Telling): ChatEntry[] {
  const inOrder = sayings.toSorted(([one], [other]) => byUrgency(one, other));
  const byHeader = Map.groupBy(inOrder, (saying) => headerOf(saying, telling));
  return [...byHeader].flatMap(([header, ofHeader]) => ofHeader.map((saying) => entryOf(saying, header, telling)));
}

function headerOf(saying: Saying, { names }: Telling): string {
  const called = saying.map(({ userId }) => names.get(userId ?? '') ?? 'Somebody').sort();
  const others = called.length - MOST_NAMES;
  return `${called.slice(0, MOST_NAMES).join(', ')}${others > 0 ? ` and ${others} more` : ''}:`;
}

function entryOf(saying: Saying, header: string | null, { hasLinks }: Telling): ChatEntry {
  const [first] = saying;
  const answer = hasLinks && first.answerTid !== null ? answerPiece(first.answerTid) : [];
  const lists = hasLinks && first.lists !== null ? listPieces(first.lists) : [];
  const last = first.lines.length - 1;
  return {
    ids: saying.map(({ id }) => id),
    taskId: first.taskId,
    header,
    lines: first.lines.map((line, index) => (index === last ? [...line, ...lists, ...answer] : line)),
  };
}

/** How many tasks there are, how many of them are new, and which. */
function newsEntry(
  { total, one, several, filter }: NewsLine,
  actions: readonly WrittenAction[],
  { hasLinks }: Telling,
): ChatEntry {
  const tids = actions.flatMap(({ tid }) => tid ?? []);
  const count = Math.max(total, tids.length);
  const named = tids.slice(0, MOST_TIDS).flatMap((tid, index): Piece[] => (index === 0 ? [{ tid }] : [', ', { tid }]));
  const more = count > Math.min(tids.length, MOST_TIDS) ? [', …'] : [];
  const projects = hasLinks ? listPieces({ keys: projectsOf(tids), filter }) : [];
  const line = [
    `${count} ${count === 1 ? one : several}, ${tids.length} of them new: `,
    ...named,
    ...more,
    ...projects,
  ];
  return { ids: actions.map(({ id }) => id), taskId: null, header: null, lines: [line] };
}

/** The keys of the projects, those with most first. */
function projectsOf(tids: readonly string[]): string[] {
  const byProject = Map.groupBy(tids, (tid) => tid.slice(0, tid.lastIndexOf('-')));
  return [...byProject].toSorted(([, one], [, other]) => other.length - one.length).map(([key]) => key);
}
