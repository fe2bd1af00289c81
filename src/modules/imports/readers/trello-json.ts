import type { ImportOptions } from '../import-input.dto.js';
import { ensureTasks } from '../reading-limits.js';
import { jsonParts } from './json-parts.js';
import {
  type CommentRecord,
  ImportError,
  type ImportFile,
  type ImportRecord,
  type Person,
  type TaskRecord,
} from './records.js';
import { soundRecords } from './sound-records.js';
import { categoryOf } from './words.js';
import { addTo } from '../../../common/collections/add-to.js';

interface Named {
  readonly id: string;
  readonly name?: string;
}
interface TrelloList extends Named {
  readonly closed?: boolean;
  readonly pos?: number;
}
interface TrelloLabel extends Named {
  readonly color?: string | null;
}
interface TrelloMember {
  readonly id: string;
  readonly fullName?: string;
  readonly username?: string;
}
interface TrelloItem {
  readonly id?: string;
  readonly name?: string;
  readonly state?: string;
  readonly pos?: number;
}
interface TrelloChecklist extends Named {
  readonly idCard?: string;
  readonly pos?: number;
  readonly checkItems?: readonly TrelloItem[];
}
interface TrelloCard extends Named {
  readonly shortLink?: string;
  readonly shortUrl?: string;
  readonly idShort?: number;
  readonly desc?: string;
  readonly closed?: boolean;
  readonly due?: string | null;
  readonly dueComplete?: boolean;
  readonly pos?: number;
  readonly idList?: string;
  readonly idMembers?: readonly string[];
  readonly idLabels?: readonly string[];
  readonly attachments?: readonly { readonly name?: string; readonly url?: string }[];
  readonly badges?: { readonly comments?: number };
  readonly dateLastActivity?: string;
}
interface TrelloAction {
  readonly id: string;
  readonly type?: string;
  readonly date?: string;
  readonly idMemberCreator?: string;
  readonly memberCreator?: TrelloMember;
  readonly data?: { readonly text?: string; readonly card?: { readonly id?: string } };
}

/** A board without its cards' texts would be small; cards and comments are kept until all is read. */
class TrelloBoard {
  id = '';
  name = '';
  readonly lists = new Map<string, TrelloList>();
  readonly labels = new Map<string, TrelloLabel>();
  readonly members = new Map<string, TrelloMember>();
  readonly checklists = new Map<string, TrelloChecklist[]>();
  readonly comments = new Map<string, TrelloAction[]>();
  readonly cards: TrelloCard[] = [];
  readonly counts = new Map<string, number>();

  add(key: string, value: unknown): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1);
    if (key === 'id') this.id = String(value);
    if (key === 'name') this.name = String(value);
    if (key === 'lists') this.lists.set((value as TrelloList).id, value as TrelloList);
    if (key === 'labels') this.labels.set((value as TrelloLabel).id, value as TrelloLabel);
    if (key === 'members') this.members.set((value as TrelloMember).id, value as TrelloMember);
    if (key === 'checklists') this.addChecklist(value as TrelloChecklist);
    if (key === 'cards') this.cards.push(value as TrelloCard);
    if (key === 'actions') this.addAction(value as TrelloAction);
  }

  private addAction(action: TrelloAction): void {
    const { memberCreator: member } = action;
    if (member && !this.members.has(member.id)) this.members.set(member.id, member);
    const cardId = action.data?.card?.id;
    if (action.type === 'commentCard' && cardId !== undefined) addTo(this.comments, cardId, action);
  }

  private addChecklist(checklist: TrelloChecklist): void {
    if (checklist.idCard !== undefined) addTo(this.checklists, checklist.idCard, checklist);
  }
}

const BECOMES: Readonly<Record<string, string>> = {
  lists: 'status',
  labels: 'labels',
  members: 'people',
  checklists: 'description',
  cards: 'tasks',
  actions: 'comments',
};

/** Lists of a board that are read; each has objects. */
const LISTED = new Set(Object.keys(BECOMES));

/** The JSON of a board of Trello (moving 2.5). */
export async function* readTrelloJson(file: ImportFile, options: ImportOptions): AsyncGenerator<ImportRecord> {
  const board = new TrelloBoard();
  const present = new Set<string>();
  let cards = 0;
  for await (const { key, value } of jsonParts(file)) {
    if (key === null) throw new ImportError('The file must be the JSON of a board: Share, Export as JSON');
    if (key === 'cards') ensureTasks((cards += 1));
    if (LISTED.has(key) && (typeof value !== 'object' || value === null)) {
      const row = board.cards.length + 1;
      const message = `The board has something in ${key} that is none of these`;
      yield { kind: key === 'cards' ? 'failed' : 'problem', row, externalId: null, field: key, message };
      continue;
    }
    if (key === 'members') present.add((value as TrelloMember).id);
    board.add(key, value);
  }
  if (board.lists.size === 0 && board.cards.length === 0) {
    throw new ImportError('The file has neither lists nor cards: export the board from Trello as JSON');
  }
  if (board.id !== '') yield { kind: 'origin', instance: board.id };
  const order = (card: TrelloCard) =>
    [board.lists.get(card.idList ?? '')?.pos ?? Infinity, card.pos ?? Infinity] as const;
  const sorted = board.cards
    .map((card, index) => ({ card, row: index + 1 }))
    .sort((one, other) => {
      const [[list, place], [otherList, otherPlace]] = [order(one.card), order(other.card)];
      return list - otherList || place - otherPlace;
    });
  let place = 0;
  for (const { card, row } of sorted) {
    const reader = new CardReader(board, card, { row, options, present });
    const first = place + 1;
    for (const record of soundRecords(row, () => reader.records(first))) {
      if (record.kind === 'task') place += 1;
      yield record;
    }
  }
  for (const [name, values] of board.counts) yield { kind: 'field', name, values, becomes: BECOMES[name] ?? null };
}

class CardReader {
  private readonly row: number;
  private readonly key: string;
  private readonly options: ImportOptions;
  private readonly present: ReadonlySet<string>;
  private readonly problems: string[] = [];

  constructor(
    private readonly board: TrelloBoard,
    private readonly card: TrelloCard,
    { row, options, present }: { row: number; options: ImportOptions; present: ReadonlySet<string> },
  ) {
    this.row = row;
    this.key = card.shortLink ?? card.id;
    this.options = options;
    this.present = present;
  }

  private get isWanted(): boolean {
    return (this.options.archived ?? false) || !this.isArchived;
  }

  *records(place: number): Generator<ImportRecord> {
    const left = { row: this.row, externalId: this.key } as const;
    if (!this.isWanted) {
      const message = 'It is archived, or its list is; options.archived brings it';
      yield { kind: 'skipped', ...left, field: 'closed', message };
      return;
    }
    if ((this.card.name ?? '').trim() === '') {
      yield { kind: 'failed', ...left, field: 'name', message: 'The title is missing' };
      return;
    }
    const task = this.task(place);
    for (const message of this.problems) yield { kind: 'problem', ...left, field: null, message };
    yield task;
    if (this.options.checklists === 'subtasks') yield* this.subtasks(place);
  }

  private get isArchived(): boolean {
    return (this.card.closed ?? false) || (this.list?.closed ?? false);
  }

  private get list(): TrelloList | undefined {
    return this.board.lists.get(this.card.idList ?? '');
  }

  private get items(): TrelloItem[] {
    const lists = [...(this.board.checklists.get(this.card.id) ?? [])].sort(byPlace);
    return lists.flatMap(({ checkItems = [] }) => [...checkItems].sort(byPlace));
  }

  private task(place: number): TaskRecord {
    const { card, list } = this;
    const comments = this.comments();
    const shown = card.badges?.comments ?? 0;
    if (shown > comments.length) {
      this.problems.push(
        `Trello says ${shown} comments, the file has ${comments.length}: an export holds the newest 1,000 actions`,
      );
    }
    const name = list?.name;
    return {
      kind: 'task',
      row: this.row,
      externalId: this.key,
      aliases: [card.id],
      number: card.idShort,
      url: card.shortUrl ?? null,
      title: card.name ?? '',
      description: this.description,
      status: card.dueComplete ? 'Done' : name,
      category: card.dueComplete ? 'done' : name === undefined ? undefined : categoryOf(name),
      dueDate: card.due ?? null,
      author: undefined,
      assignees: (card.idMembers ?? []).map((id) => this.member(id)),
      labels: (card.idLabels ?? []).flatMap((id) => labelName(this.board.labels.get(id)) ?? []),
      createdAt: createdAt(card.id),
      updatedAt: card.dateLastActivity ?? null,
      comments,
      files: (card.attachments ?? []).flatMap(({ name: file, url }) => (url ? [{ name: file ?? url, url }] : [])),
      place,
    };
  }

  private get description(): string | null {
    const own = this.card.desc ?? '';
    if (this.options.checklists === 'subtasks') return own === '' ? null : own;
    const lists = [...(this.board.checklists.get(this.card.id) ?? [])]
      .sort(byPlace)
      .map(({ name, checkItems = [] }) => {
        const items = [...checkItems]
          .sort(byPlace)
          .map((item) => `- [${isComplete(item) ? 'x' : ' '}] ${item.name ?? ''}`);
        return [`### ${name ?? 'Checklist'}`, '', ...items].join('\n');
      });
    const text = [own, ...lists].filter((part) => part !== '').join('\n\n');
    return text === '' ? null : text;
  }

  private *subtasks(place: number): Generator<ImportRecord> {
    for (const [index, item] of this.items.entries()) {
      const name = isComplete(item) ? 'Done' : this.list?.name;
      yield {
        kind: 'task',
        row: this.row,
        externalId: `${this.key}/${item.id ?? index + 1}`,
        title: item.name?.trim() || 'Item',
        description: null,
        status: name,
        category: isComplete(item) ? 'done' : name === undefined ? undefined : categoryOf(name),
        parent: this.key,
        createdAt: item.id === undefined ? createdAt(this.card.id) : createdAt(item.id),
        place: place + index + 1,
      };
    }
  }

  private comments(): CommentRecord[] {
    const actions = [...(this.board.comments.get(this.card.id) ?? [])];
    actions.sort((one, other) => ((one.date ?? '') < (other.date ?? '') ? -1 : 1));
    return actions.map(({ id, date = null, data, idMemberCreator, memberCreator }) => {
      const author = memberCreator?.id ?? idMemberCreator;
      return {
        externalId: id,
        author: author === undefined ? null : this.person(author),
        at: date,
        body: data?.text ?? '',
      };
    });
  }

  private member(id: string): Person {
    if (!this.present.has(id)) this.problems.push(`The member ${id} has left the board`);
    return this.person(id);
  }

  private person(id: string): Person {
    const member = this.board.members.get(id);
    return { id, name: member?.fullName ?? member?.username ?? null, email: null };
  }
}

/** A label without a name is known by its color. */
function labelName(label: TrelloLabel | undefined): string | undefined {
  return label?.name || label?.color?.replaceAll('_', ' ') || undefined;
}

/** The first eight digits of an id are the seconds of its making. */
function createdAt(id: string): string | null {
  const seconds = /^[0-9a-f]{24}$/i.test(id) ? Number.parseInt(id.slice(0, 8), 16) : NaN;
  return Number.isNaN(seconds) ? null : new Date(seconds * 1_000).toISOString();
}

function isComplete({ state }: TrelloItem): boolean {
  return state === 'complete';
}

function byPlace(one: { readonly pos?: number }, other: { readonly pos?: number }): number {
  return (one.pos ?? 0) - (other.pos ?? 0);
}
