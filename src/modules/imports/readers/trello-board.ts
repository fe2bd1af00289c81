import { addTo } from '#common/collections/add-to.js';
import { JsonPaths } from './json-paths.js';

interface Named {
  readonly id: string;
  readonly name?: string;
}
export interface TrelloList extends Named {
  readonly closed?: boolean;
  readonly pos?: number;
}
export interface TrelloLabel extends Named {
  readonly color?: string | null;
}
interface TrelloMember {
  readonly id: string;
  readonly fullName?: string;
  readonly username?: string;
}
export interface TrelloItem {
  readonly id?: string;
  readonly name?: string;
  readonly state?: string;
  readonly pos?: number;
  readonly due?: string | null;
  readonly idMember?: string | null;
}
export interface TrelloChecklist extends Named {
  readonly idCard?: string;
  readonly pos?: number;
  readonly checkItems?: readonly TrelloItem[];
}
interface TrelloField extends Named {
  readonly options?: readonly { readonly id?: string; readonly value?: { readonly text?: string } }[];
}
export interface TrelloFieldItem {
  readonly idCustomField?: string;
  readonly idValue?: string | null;
  readonly value?: {
    readonly text?: string;
    readonly number?: string;
    readonly date?: string;
    readonly checked?: string;
  } | null;
}
export interface TrelloCard extends Named {
  readonly shortLink?: string;
  readonly shortUrl?: string;
  readonly idShort?: number;
  readonly desc?: string;
  readonly closed?: boolean;
  readonly start?: string | null;
  readonly due?: string | null;
  readonly dueComplete?: boolean;
  readonly dateCompleted?: string | null;
  readonly pos?: number;
  readonly idList?: string;
  readonly idMembers?: readonly string[];
  readonly idLabels?: readonly string[];
  readonly labels?: readonly TrelloLabel[];
  readonly checklists?: readonly TrelloChecklist[];
  readonly customFieldItems?: readonly TrelloFieldItem[];
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
  readonly data?: {
    readonly text?: string;
    readonly card?: { readonly id?: string };
    readonly idOriginalCommenter?: string;
  };
}

/** A comment that is written, and one that came along when its card was copied. */
const COMMENTS = new Set(['commentCard', 'copyCommentCard']);

const ITEM = {
  id: 'links',
  name: 'description',
  state: 'description',
  pos: 'description',
  due: 'description',
  idMember: 'description',
};

const BECOMES: Readonly<Record<string, string>> = {
  id: 'external id',
  ...under('lists', 'status', { id: 'links', name: 'status', closed: 'left out', pos: 'rank' }),
  ...under('labels', 'labels', { id: 'links', name: 'labels', color: 'labels' }),
  ...under('members', 'people', { id: 'people', fullName: 'people', username: 'people' }),
  ...under('checklists', 'description', { id: 'links', idCard: 'links', name: 'description', pos: 'description' }),
  ...under('checklists.checkItems', 'description', ITEM),
  ...under('customFields', 'description', { id: 'links', name: 'description' }),
  ...under('customFields.options', 'description', { id: 'links', value: 'description' }),
  ...under('cards', 'tasks', {
    id: 'createdAt',
    idShort: 'number',
    shortLink: 'external id',
    shortUrl: 'url',
    name: 'title',
    desc: 'description',
    closed: 'left out',
    start: 'startDate',
    due: 'dueDate',
    dueComplete: 'status',
    dateCompleted: 'completedAt',
    dateLastActivity: 'updatedAt',
    pos: 'rank',
    idList: 'status',
    idMembers: 'assignee',
    idLabels: 'labels',
    idChecklists: 'description',
  }),
  ...under('cards.labels', 'labels', { id: 'links', name: 'labels', color: 'labels' }),
  ...under('cards.checklists', 'description', {
    id: 'links',
    idCard: 'links',
    name: 'description',
    pos: 'description',
  }),
  ...under('cards.checklists.checkItems', 'description', ITEM),
  ...under('cards.attachments', 'description', { name: 'description', url: 'description' }),
  ...under('cards.badges', 'problems', { comments: 'problems' }),
  ...under('cards.customFieldItems', 'description', {
    idCustomField: 'description',
    idValue: 'description',
    value: 'description',
  }),
  ...under('actions', 'comments', {
    id: 'comments',
    type: 'comments',
    date: 'comments',
    idMemberCreator: 'people',
    'data.text': 'comments',
    'data.card.id': 'links',
    'data.idOriginalCommenter': 'people',
  }),
  ...under('actions.memberCreator', 'people', { id: 'people', fullName: 'people', username: 'people' }),
};

function under(path: string, becomes: string, keys: Readonly<Record<string, string>>): Record<string, string> {
  return {
    [path]: becomes,
    ...Object.fromEntries(Object.entries(keys).map(([key, field]) => [`${path}.${key}`, field])),
  };
}

/** Lists of a board that are read; each has objects. */
export const LISTED: ReadonlySet<string> = new Set([
  'lists',
  'labels',
  'members',
  'checklists',
  'customFields',
  'cards',
  'actions',
]);

/** A board without its cards' texts would be small; cards and comments are kept until all is read. */
export class TrelloBoard {
  id = '';
  /** Those who are still there; others have written something. */
  readonly present = new Set<string>();
  readonly lists = new Map<string, TrelloList>();
  readonly labels = new Map<string, TrelloLabel>();
  readonly members = new Map<string, TrelloMember>();
  readonly checklists = new Map<string, TrelloChecklist[]>();
  readonly comments = new Map<string, TrelloAction[]>();
  readonly customFields = new Map<string, TrelloField>();
  readonly cards: TrelloCard[] = [];
  /** Actions of every kind, of which an export holds the newest. */
  actions = 0;
  readonly paths = new JsonPaths(BECOMES);
  /** Labels that have been told of. */
  readonly saidLabels = new Set<string>();

  add(key: string, value: unknown): void {
    this.paths.count(key, value);
    if (key === 'id') this.id = String(value);
    if (Array.isArray(value)) return;
    if (key === 'lists') this.lists.set((value as TrelloList).id, value as TrelloList);
    if (key === 'labels') this.labels.set((value as TrelloLabel).id, value as TrelloLabel);
    if (key === 'members') this.addMember(value as TrelloMember);
    if (key === 'checklists') this.addChecklist(value as TrelloChecklist);
    if (key === 'customFields') this.customFields.set((value as TrelloField).id, value as TrelloField);
    if (key === 'cards') this.cards.push(value as TrelloCard);
    if (key === 'actions') this.addAction(value as TrelloAction);
  }

  private addMember(member: TrelloMember): void {
    this.present.add(member.id);
    this.members.set(member.id, member);
  }

  private addAction(action: TrelloAction): void {
    this.actions += 1;
    const { memberCreator: member } = action;
    if (member && !this.members.has(member.id)) this.members.set(member.id, member);
    const cardId = action.data?.card?.id;
    if (COMMENTS.has(action.type ?? '') && cardId !== undefined) addTo(this.comments, cardId, action);
  }

  private addChecklist(checklist: TrelloChecklist): void {
    if (checklist.idCard !== undefined) addTo(this.checklists, checklist.idCard, checklist);
  }
}
