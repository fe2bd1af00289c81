import { WORK_KINDS } from '#schema/work.js';
import { PRIORITIES } from '#schema/tasks.js';

export const FIELD_TYPES = ['reference', 'text', 'number', 'date', 'flag', 'enum'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Operators as GET /filter-fields names them. */
export const FILTER_OPERATORS = ['=', '!=', '<', '<=', '>', '>=', '~', '!~', 'in', 'empty'] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

interface FieldDefinition {
  readonly aliases: readonly string[];
  readonly type: FieldType;
  readonly operators: readonly FilterOperator[];
  /** Names of enums, and words that mean something when they are not in quotes. */
  readonly values: readonly string[] | null;
  readonly description: string;
  readonly example: string;
}

const EQUALITY = ['=', '!='] as const;
const ORDER = ['=', '!=', '<', '<=', '>', '>='] as const;
const REFERENCE = [...EQUALITY, 'in'] as const;
const CLEARABLE = [...EQUALITY, 'in', 'empty'] as const;
const CONTAINS = ['~', '!~'] as const;
const MOMENTS = ['now', 'today', 'tomorrow', 'yesterday', 'week', 'month'];
const TRUTH = ['true', 'false'];

/** The fields of the language, in the order of docs/filters.md. */
const DEFINITIONS = {
  project: reference([], REFERENCE, 'The project of the task: key, name or id', 'project = WEB'),
  team: reference([], CLEARABLE, "The team of the task's project: name or id", 'team = Design'),
  tid: reference(['id', 'key'], REFERENCE, 'The task itself, by tid or id', 'tid in (WEB-12, WEB-13)'),
  status: {
    aliases: ['lane'],
    type: 'text',
    operators: [...EQUALITY, ...CONTAINS, 'in'],
    values: null,
    description: 'The status, any text',
    example: 'status in ("To Do", "In Progress")',
  },
  priority: {
    aliases: [],
    type: 'enum',
    operators: [...ORDER, 'in'],
    values: PRIORITIES,
    description: 'None < Low < Medium < High < Urgent',
    example: 'priority >= High',
  },
  assignee: reference([], CLEARABLE, 'Who is to do it: me, name, e-mail or id', 'assignee = me', ['me']),
  creator: reference(['author'], CLEARABLE, 'Who created it: me, name, e-mail or id', 'creator != me', ['me']),
  sprint: reference([], CLEARABLE, 'The sprint: name, id, active or planned', 'sprint = active', ['active', 'planned']),
  epic: reference([], CLEARABLE, 'The epic: name or id', 'epic = "Checkout"'),
  label: reference(['labels'], CLEARABLE, 'A label that it carries: name or id', 'label != wontfix'),
  parent: reference([], CLEARABLE, 'The task that it is a subtask of: tid or id', 'parent = WEB-12'),
  title: text([], [...EQUALITY, ...CONTAINS], 'The title; ~ contains', 'title ~ "sign in"'),
  description: text([], [...CONTAINS, 'empty'], 'The description; ~ contains', 'description is empty'),
  text: text([], CONTAINS, 'Each word in title, description or tid', 'text ~ "sign in"'),
  due: date(['dueDate'], 'When it is to be done', 'due < today+7d'),
  created: date(['createdAt'], 'When it was created', 'created >= week'),
  updated: date(['updatedAt'], 'When it last changed', 'updated < now-14d'),
  completed: date(['completedAt'], 'When it became Done', 'completed = yesterday'),
  estimate: number(['points', 'estimatedHours'], true, 'Estimated hours, the points', 'estimate is empty'),
  logged: number(['loggedHours'], true, 'Logged hours', 'logged > 8'),
  remaining: number(['remainingHours'], true, 'Estimated less logged hours, never below 0', 'remaining <= 2'),
  blocked: flag('Its status is Blocked, or an open task blocks it', 'not blocked'),
  done: flag('Its status is Done', 'not done'),
  overdue: flag('Open, and due before now', 'overdue'),
  subtask: flag('It has a parent', 'not subtask'),
  duplicate: flag('It duplicates another task', 'not duplicate'),
  comments: number([], false, 'How many comments it has', 'comments > 0'),
  subtasks: number([], false, 'How many subtasks it has', 'subtasks = 0'),
  watcher: reference([], REFERENCE, 'Who watches the task itself: me, name, e-mail or id', 'watcher = me', ['me']),
  delegate: reference([], CLEARABLE, 'The agent that works on it: name or id', 'delegate is not empty'),
  work: {
    aliases: [],
    type: 'enum',
    operators: [...EQUALITY, 'in'],
    values: WORK_KINDS,
    description: 'What an agent does about it: works, asks, waits for review; stuck, or none',
    example: 'work in (asking, submitted)',
  },
  attachments: number([], false, 'How many files it has', 'attachments > 0'),
  external: text([], CLEARABLE, 'Where it was imported from: source and id there', 'external = "jira:WEB-12"'),
  archived: flag('Its project is archived', 'not archived'),
  promised: date([], 'The day that its assignee has promised, while that is open', 'promised < today'),
} as const satisfies Record<string, FieldDefinition>;

export type FieldName = keyof typeof DEFINITIONS;

export const FILTER_FIELDS: Readonly<Record<FieldName, FieldDefinition>> = DEFINITIONS;
export const FIELD_NAMES = Object.keys(DEFINITIONS) as FieldName[];

const BY_WORD = new Map<string, FieldName>(
  FIELD_NAMES.flatMap((name) =>
    [name, ...FILTER_FIELDS[name].aliases].map((word) => [word.toLowerCase(), name] as const),
  ),
);

/** The field of that name or other name, in any case. */
export function findField(word: string): FieldName | undefined {
  return BY_WORD.get(word.toLowerCase());
}

/** All names of fields, the other ones too. */
export function fieldWords(): string[] {
  return FIELD_NAMES.flatMap((name) => [name, ...FILTER_FIELDS[name].aliases]);
}

function reference(
  aliases: readonly string[],
  operators: readonly FilterOperator[],
  description: string,
  example: string,
  values: readonly string[] | null = null,
): FieldDefinition {
  return { aliases, type: 'reference', operators, values, description, example };
}

function text(
  aliases: readonly string[],
  operators: readonly FilterOperator[],
  description: string,
  example: string,
): FieldDefinition {
  return { aliases, type: 'text', operators, values: null, description, example };
}

function date(aliases: readonly string[], description: string, example: string): FieldDefinition {
  return { aliases, type: 'date', operators: [...ORDER, 'empty'], values: MOMENTS, description, example };
}

function number(
  aliases: readonly string[],
  canBeEmpty: boolean,
  description: string,
  example: string,
): FieldDefinition {
  const operators: FilterOperator[] = canBeEmpty ? [...ORDER, 'empty'] : [...ORDER];
  return { aliases, type: 'number', operators, values: null, description, example };
}

function flag(description: string, example: string): FieldDefinition {
  return { aliases: [], type: 'flag', operators: [...EQUALITY], values: TRUTH, description, example };
}
