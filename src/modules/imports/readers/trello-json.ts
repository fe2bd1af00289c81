import type { ImportOptions } from '../import-input.dto.js';
import { ensureTasks } from '../reading-limits.js';
import { jsonParts } from './json-parts.js';
import { coloredLabels } from './label-colors.js';
import {
  type CommentRecord,
  ImportError,
  type ImportFile,
  type ImportRecord,
  type Person,
  type TaskRecord,
} from './records.js';
import { soundRecords } from './sound-records.js';
import {
  LISTED,
  TrelloBoard,
  type TrelloCard,
  type TrelloChecklist,
  type TrelloFieldItem,
  type TrelloItem,
  type TrelloLabel,
  type TrelloList,
} from './trello-board.js';
import { statusOf } from './words.js';

/** Actions that an export holds: the newest. */
const MOST_ACTIONS = 1_000;

/** The JSON of a board of Trello. */
export async function* readTrelloJson(file: ImportFile, options: ImportOptions): AsyncGenerator<ImportRecord> {
  const board = new TrelloBoard();
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
    board.add(key, value);
  }
  if (board.lists.size === 0 || board.cards.length === 0) ensureBoard(board);
  if (board.id !== '') yield { kind: 'origin', instance: board.id };
  yield* readCards(board, options);
  yield* board.paths.fields();
}

/** A board may have no list and no card yet, but it has their places. */
function ensureBoard({ lists, cards, paths }: TrelloBoard): void {
  const names = [...paths.fields()].map(({ name }) => name);
  if (lists.size > 0 || cards.length > 0 || (names.includes('lists') && names.includes('cards'))) return;
  const found = names.slice(0, 20);
  const what = found.length > 0 ? ` It has: ${found.join(', ')}` : '';
  throw new ImportError(
    `The file is no board of Trello: it has neither "lists" nor "cards". Export the board from Trello as JSON.${what}`,
  );
}

/** The cards as they stand there, list by list. */
function* readCards(board: TrelloBoard, options: ImportOptions): Generator<ImportRecord> {
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
    const reader = new CardReader(board, card, { row, options });
    const first = place + 1;
    for (const record of soundRecords(row, () => reader.records(first))) {
      if (record.kind === 'task') place += 1;
      yield record;
    }
  }
}

class CardReader {
  private readonly row: number;
  private readonly key: string;
  private readonly options: ImportOptions;
  private readonly problems: string[] = [];

  constructor(
    private readonly board: TrelloBoard,
    private readonly card: TrelloCard,
    { row, options }: { row: number; options: ImportOptions },
  ) {
    this.row = row;
    this.key = card.shortLink ?? card.id;
    this.options = options;
  }

  private get isWanted(): boolean {
    return (this.options.archived ?? false) || !this.isArchived;
  }

  *records(place: number): Generator<ImportRecord> {
    const left = { row: this.row, externalId: this.key } as const;
    if (!this.isWanted) {
      const message = 'The card is archived, or its list is; options.archived brings it';
      yield { kind: 'skipped', ...left, field: 'closed', message };
      return;
    }
    if ((this.card.name ?? '').trim() === '') {
      yield { kind: 'failed', ...left, field: 'name', message: 'The title is missing' };
      return;
    }
    const task = this.task(place);
    for (const message of this.problems) yield { kind: 'problem', ...left, field: null, message };
    const named = this.labels.flatMap((label) => ({ name: labelName(label) ?? '', color: label.color }));
    yield* coloredLabels(named, this.board.saidLabels);
    yield task;
    if (this.options.checklists === 'subtasks') yield* this.subtasks(place);
  }

  private get isArchived(): boolean {
    return (this.card.closed ?? false) || (this.list?.closed ?? false);
  }

  private get list(): TrelloList | undefined {
    return this.board.lists.get(this.card.idList ?? '');
  }

  /** Those of the board by their ids, else the ones that the card has itself. */
  private get labels(): TrelloLabel[] {
    const { idLabels = [], labels = [] } = this.card;
    const own = new Map(labels.map((label) => [label.id, label]));
    const known = idLabels.flatMap((id) => this.board.labels.get(id) ?? own.get(id) ?? []);
    return known.length > 0 ? known : [...labels];
  }

  private get checklists(): TrelloChecklist[] {
    return [...(this.board.checklists.get(this.card.id) ?? this.card.checklists ?? [])].sort(byPlace);
  }

  private task(place: number): TaskRecord {
    const { card, list } = this;
    const comments = this.comments();
    this.sayMissing(card.badges?.comments ?? 0, comments.length);
    const isDone = (card.dueComplete ?? false) || !!card.dateCompleted;
    return {
      kind: 'task',
      row: this.row,
      externalId: this.key,
      aliases: [card.id],
      number: card.idShort,
      url: card.shortUrl ?? null,
      title: card.name ?? '',
      description: this.description,
      lines: this.lines,
      ...statusOf({ status: isDone ? undefined : list?.name, completedAt: isDone ? 'yes' : null }),
      dueDate: card.due ?? null,
      startDate: card.start ?? null,
      author: undefined,
      assignees: (card.idMembers ?? []).map((id) => this.member(id)),
      labels: this.labels.flatMap((label) => labelName(label) ?? []),
      createdAt: createdAt(card.id),
      updatedAt: card.dateLastActivity ?? null,
      completedAt: card.dateCompleted ?? undefined,
      comments,
      files: (card.attachments ?? []).flatMap(({ name: file, url }) => (url ? [{ name: file ?? url, url }] : [])),
      place,
    };
  }

  private sayMissing(shown: number, held: number): void {
    if (shown <= held) return;
    const said = `Trello says ${shown} comments, the file has ${held}`;
    const isCut = this.board.actions >= MOST_ACTIONS;
    this.problems.push(
      isCut ? `${said}: an export holds the newest 1,000 actions` : `${said}: they are not in the export`,
    );
  }

  private get description(): string | null {
    const own = this.card.desc ?? '';
    if (this.options.checklists === 'subtasks') return own === '' ? null : own;
    const lists = this.checklists.map(({ name, checkItems = [] }) => {
      const items = [...checkItems]
        .sort(byPlace)
        .map((item) => `- [${isComplete(item) ? 'x' : ' '}] ${item.name ?? ''}`);
      return [`### ${name ?? 'Checklist'}`, '', ...items].join('\n');
    });
    const text = [own, ...lists].filter((part) => part !== '').join('\n\n');
    return text === '' ? null : text;
  }

  /** What has no field here, as `Name: value`. */
  private get lines(): string[] {
    const { customFieldItems = [] } = this.card;
    const items =
      this.options.checklists === 'subtasks' ? [] : this.checklists.flatMap((list) => list.checkItems ?? []);
    return [
      ...customFieldItems.flatMap((item) => this.customLine(item)),
      ...items.flatMap((item) => {
        const due = item.due ? [`due ${dayIn(item.due)}`] : [];
        const person = item.idMember ? [this.nameOf(item.idMember)] : [];
        return due.length + person.length === 0 ? [] : [`${item.name ?? 'Item'}: ${[...due, ...person].join(', ')}`];
      }),
    ];
  }

  private customLine({ idCustomField = '', idValue, value }: TrelloFieldItem): string[] {
    const field = this.board.customFields.get(idCustomField);
    const option = field?.options?.find(({ id }) => id === idValue)?.value?.text;
    const checked = value?.checked === undefined ? undefined : value.checked === 'true' ? 'yes' : 'no';
    const text = value?.text ?? value?.number ?? (value?.date && dayIn(value.date)) ?? checked ?? option ?? idValue;
    return text ? [`${field?.name ?? 'Custom field'}: ${text.replaceAll('\n', ' ')}`] : [];
  }

  private *subtasks(place: number): Generator<ImportRecord> {
    const items = this.checklists.flatMap(({ checkItems = [] }) => [...checkItems].sort(byPlace));
    for (const [index, item] of items.entries()) {
      const isDone = isComplete(item);
      yield {
        kind: 'task',
        row: this.row,
        externalId: `${this.key}/${item.id ?? index + 1}`,
        title: item.name?.trim() || 'Item',
        description: null,
        ...statusOf({ status: isDone ? undefined : this.list?.name, completedAt: isDone ? 'yes' : null }),
        dueDate: item.due ?? null,
        assignees: item.idMember ? [this.person(item.idMember)] : [],
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
      const author = data?.idOriginalCommenter ?? memberCreator?.id ?? idMemberCreator;
      return {
        externalId: id,
        author: author === undefined ? null : this.person(author),
        at: date,
        body: data?.text ?? '',
      };
    });
  }

  private member(id: string): Person {
    if (!this.board.present.has(id)) this.problems.push(`The member ${id} has left the board`);
    return this.person(id);
  }

  private person(id: string): Person {
    const member = this.board.members.get(id);
    return { id, name: member?.fullName ?? member?.username ?? null, email: null };
  }

  private nameOf(id: string): string {
    return this.person(id).name ?? id;
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

function dayIn(moment: string): string {
  return moment.slice(0, 10);
}

function isComplete({ state }: TrelloItem): boolean {
  return state === 'complete';
}

function byPlace(one: { readonly pos?: number }, other: { readonly pos?: number }): number {
  return (one.pos ?? 0) - (other.pos ?? 0);
}
