import { WORK_KINDS } from '#schema/work.js';
import { CODE_VALUES } from '#schema/code.js';
import { PRIORITIES } from '#schema/tasks.js';
import type { FieldDefinition } from '#schema/fields.js';

export const FIELD_TYPES = ['reference', 'text', 'number', 'date', 'flag', 'enum'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

/** Operators as GET /filter-fields names them. */
export const FILTER_OPERATORS = ['=', '!=', '<', '<=', '>', '>=', '~', '!~', 'in', 'empty'] as const;
export type FilterOperator = (typeof FILTER_OPERATORS)[number];

/** What values refer to. */
export type Kind =
  'project' | 'team' | 'user' | 'sprint' | 'epic' | 'label' | 'task' | 'colleague' | 'recurrence' | 'option';

interface Definition {
  readonly aliases: readonly string[];
  readonly type: FieldType;
  readonly operators: readonly FilterOperator[];
  /** Names of enums, and words that mean something when they are not in quotes. */
  readonly values: readonly string[] | null;
  readonly description: string;
  readonly example: string;
}

/** A field that a company has made, as the language needs it. */
export interface OwnField extends Pick<FieldDefinition, 'id' | 'type' | 'key' | 'name' | 'options' | 'projectIds'> {
  /** Stored filters may still name it: it is unset on every task. */
  readonly isDeleted: boolean;
}

/** A field of the language: all that its reader, its printer and its messages know of it. */
export interface FilterField extends Definition {
  /** As canonical text has it. */
  readonly name: string;
  /** What its values are ids of. */
  readonly kind?: Kind | undefined;
  /** Words that mean something when they are not in quotes. */
  readonly keywords: readonly string[];
  /** `field:value` means that it contains the value. */
  readonly containsByColon: boolean;
  /** What an error calls a value of it. */
  readonly noun: string;
  /** Of one that a company has made. */
  readonly own?: OwnField;
}

export const EQUALITY = ['=', '!='] as const;
export const ORDER = ['=', '!=', '<', '<=', '>', '>='] as const;
const REFERENCE = [...EQUALITY, 'in'] as const;
export const CLEARABLE = [...EQUALITY, 'in', 'empty'] as const;
export const CONTAINS = ['~', '!~'] as const;
export const MOMENTS = ['now', 'today', 'tomorrow', 'yesterday', 'week', 'month'];
export const TRUTH = ['true', 'false'];

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
  duplicate: flag('It duplicates another task', 'not duplicate'),
  code: {
    aliases: [],
    type: 'enum',
    operators: [...EQUALITY, 'in'],
    values: CODE_VALUES,
    description: 'Its pull requests: one that is open, draft, merged, closed or failing; none',
    example: 'code in (open, draft)',
  },
  start: date(['startDate'], 'When the work on it begins', 'start <= today'),
  recurrence: reference([], CLEARABLE, 'What makes it again and again: name or id', 'recurrence is not empty'),
} as const satisfies Record<string, Definition>;

export type FieldName = keyof typeof DEFINITIONS;

const KINDS: Partial<Record<FieldName, Kind>> = {
  project: 'project',
  team: 'team',
  tid: 'task',
  assignee: 'user',
  creator: 'user',
  watcher: 'user',
  delegate: 'colleague',
  sprint: 'sprint',
  epic: 'epic',
  label: 'label',
  parent: 'task',
  recurrence: 'recurrence',
};

const FIELD_NAMES = Object.keys(DEFINITIONS) as FieldName[];

const CONTAINED: readonly FieldName[] = ['title', 'description', 'text'];

/** The fields that every company has, by their names. */
export const BUILT_IN: Readonly<Record<FieldName, FilterField>> = Object.fromEntries(
  FIELD_NAMES.map((name) => {
    const definition: Definition = DEFINITIONS[name];
    const field: FilterField = {
      ...definition,
      name,
      kind: KINDS[name],
      keywords: definition.values ?? [],
      containsByColon: CONTAINED.includes(name),
      noun: name === 'work' ? 'state of work' : name === 'code' ? 'state of code' : name,
    };
    return [name, field];
  }),
) as Record<FieldName, FilterField>;

/** In the order of docs/filters.md. */
export const BUILT_IN_FIELDS: readonly FilterField[] = Object.values(BUILT_IN);

function reference(
  aliases: readonly string[],
  operators: readonly FilterOperator[],
  description: string,
  example: string,
  values: readonly string[] | null = null,
): Definition {
  return { aliases, type: 'reference', operators, values, description, example };
}

function text(
  aliases: readonly string[],
  operators: readonly FilterOperator[],
  description: string,
  example: string,
): Definition {
  return { aliases, type: 'text', operators, values: null, description, example };
}

function date(aliases: readonly string[], description: string, example: string): Definition {
  return { aliases, type: 'date', operators: [...ORDER, 'empty'], values: MOMENTS, description, example };
}

function number(aliases: readonly string[], canBeEmpty: boolean, description: string, example: string): Definition {
  const operators: FilterOperator[] = canBeEmpty ? [...ORDER, 'empty'] : [...ORDER];
  return { aliases, type: 'number', operators, values: null, description, example };
}

function flag(description: string, example: string): Definition {
  return { aliases: [], type: 'flag', operators: [...EQUALITY], values: TRUTH, description, example };
}
