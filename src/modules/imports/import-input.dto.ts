import { IsObject } from 'class-validator';
import { Flag, Matching, TrimmedText, Nested, OneOf, TargetUrl, Uuid } from '#common/validation/fields.js';
import { Field, type Presence, Rule } from '#common/validation/field.js';
import { LIMITS, textProblem } from '#common/validation/text.js';
import { TimeZoneName } from '#common/validation/time-zone.js';
import { isUuid } from '#common/validation/uuid.js';
import { CUSTOM_FIELD_TYPES, type CustomFieldType } from '#schema/fields.js';
import { PRIORITIES, type Priority } from '#schema/tasks.js';
import { IMPORT_SOURCES, type ImportSource } from './import-sources.js';
import { SHEET_FIELDS } from './readers/sheet-fields.js';
import { DATE_ORDERS, type DateOrder } from './readers/written-dates.js';

/** Names in one part of a mapping. */
const MOST_NAMES = 2_000;
const LONGEST_NAME = 500;

/** Values by name. `allowed` says what a value must be; null is allowed where `orNull` says so. */
function Dictionary(
  presence: Presence,
  {
    allowed,
    message,
    orNull = false,
    schema,
  }: { allowed: (value: unknown) => boolean; message: string; orNull?: boolean; schema: object },
): PropertyDecorator {
  const entriesProblem = (value: unknown): string | undefined => {
    const entries = Object.entries(value as Record<string, unknown>);
    if (entries.length > MOST_NAMES) return `At most ${MOST_NAMES} names`;
    for (const [name, given] of entries) {
      if (textProblem(name, { minimum: 1, maximum: LONGEST_NAME })) return 'A name is not valid';
      if (given === null && orNull) continue;
      if (!allowed(given)) return `${name.slice(0, 100)}: ${message}`;
    }
    return undefined;
  };
  return Field(
    presence,
    {
      type: 'object',
      propertyNames: { pattern: '^[^\\u0000]+$', maxLength: LONGEST_NAME },
      additionalProperties: { ...schema, ...(orNull && { nullable: true }) },
      maxProperties: MOST_NAMES,
    },
    [IsObject({ message: 'Expected object' }), Rule(entriesProblem)],
  );
}

const STATUS = { type: 'string', minLength: 1, maxLength: LIMITS.shortName.maximum };

/** A lane that a start makes. */
interface NewLane {
  readonly lane: string;
}

function isStatus(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && textProblem(value, LIMITS.shortName) === undefined;
}

function isNewLane(value: unknown): value is NewLane {
  if (typeof value !== 'object' || value === null) return false;
  return Object.keys(value).join() === 'lane' && isStatus((value as NewLane).lane);
}

/** What a column becomes that has no place of its own. */
export type FieldChoice =
  | 'description'
  | 'skip'
  | { readonly field: string }
  | { readonly create: { readonly name: string; readonly type: CustomFieldType } };

function isFieldChoice(value: unknown): value is FieldChoice {
  if (value === 'description' || value === 'skip') return true;
  if (typeof value !== 'object' || value === null) return false;
  const { field, create } = value as { field?: unknown; create?: { name?: unknown; type?: unknown } };
  const keys = Object.keys(value).join();
  if (keys === 'field') return typeof field === 'string' && isUuid(field);
  if (keys !== 'create' || typeof create !== 'object' || create === null) return false;
  const isNamed = Object.keys(create).sort().join() === 'name,type' && isStatus(create.name);
  return isNamed && CUSTOM_FIELD_TYPES.some((type) => type === create.type);
}

export class NewProject {
  /** What it is called. */
  @TrimmedText('required')
  name: string;

  /** Unique in the company and never changed. */
  @Matching('required', /^[A-Z][A-Z0-9]{1,9}$/, 'Must be 2 to 10 characters of A-Z and 0-9, the first a letter')
  key: string;
}

export class ImportOptions {
  /** Send the events to webhooks, too; false unless given. */
  @Flag('optional')
  deliver?: boolean;

  /** The time zone of times that name none; UTC unless given. */
  @TimeZoneName('optional')
  timezone?: string;

  /** Jira: story points become `estimatedHours`, else the original estimate does; true unless given. */
  @Flag('optional')
  pointsAreHours?: boolean;

  /** Which of several trackers of that kind it is, for references; empty unless given. */
  @TrimmedText('optional', LIMITS.shortName)
  instance?: string;

  /** Linear and Trello: what is archived there comes, too; false unless given. */
  @Flag('optional')
  archived?: boolean;

  /** Trello: what checklists become; a list in the description unless given. */
  @OneOf('optional', ['list', 'subtasks'], 'ImportChecklists')
  checklists?: 'list' | 'subtasks';

  /** CSV: the order of day, month and year in dates of numbers alone; as the column proves it unless given. */
  @OneOf('optional', DATE_ORDERS, 'ImportDateFormat')
  dateFormat?: DateOrder;

  /** Of a sheet, and of Jira's CSV: the field that each column becomes, where its name does not say it. */
  @Dictionary('optional', {
    allowed: (field) => SHEET_FIELDS.some((known) => known === field),
    message: `Must be one of: ${SHEET_FIELDS.join(', ')}`,
    schema: { type: 'string', enum: [...SHEET_FIELDS] },
  })
  columns?: Record<string, string>;

  /** GitHub: the repository, as `owner/name`. */
  @Matching('optional', /^[A-Za-z0-9-]{1,39}\/[A-Za-z0-9._-]{1,100}$/, 'Must be a repository such as acme/shop')
  repository?: string;

  /** GitHub: a token that may read the repository. It is shown as `***`, deleted at the end, and needed anew with another `repository` or `baseUrl`. */
  @TrimmedText('optional')
  token?: string;

  /** GitHub: the address of the API of a server of one's own. */
  @TargetUrl('optional')
  baseUrl?: string;
}

export class CreateImport {
  /** Where the tasks come from. */
  @OneOf('required', IMPORT_SOURCES, 'ImportSource')
  source: ImportSource;

  /** What it is called; the source's name unless given. */
  @TrimmedText('optional')
  name?: string;

  /** The project that the tasks come into. Give exactly one of `projectId` and `project`; neither for an archive of a company. */
  @Uuid('optional')
  projectId?: string;

  /** The project that the start makes. */
  @Nested('optional', () => NewProject)
  project?: NewProject;

  /** How the source is read. */
  @Nested('optional', () => ImportOptions)
  options?: ImportOptions;
}

export class ImportMapping {
  /** Who people are here: a user's id, `invite`, or null for nobody; by their id or name there. */
  @Dictionary('changeable', {
    allowed: (value) => value === 'invite' || (typeof value === 'string' && isUuid(value)),
    message: 'Must be the id of a user, invite or null',
    orNull: true,
    schema: { type: 'string' },
  })
  people?: Record<string, string | null>;

  /** The lane, or any other text, that each status becomes; `{lane}` is one that the start makes, before `Done`. */
  @Dictionary('changeable', {
    allowed: (value) => isStatus(value) || isNewLane(value),
    message: 'Must be a status of 1 to 100 characters, or {lane: its name}',
    schema: {
      title: 'MappedStatus',
      description: 'A status, or a lane that the start makes.',
      oneOf: [
        STATUS,
        {
          type: 'object',
          properties: { lane: { ...STATUS, description: 'What the lane is called.' } },
          required: ['lane'],
          additionalProperties: false,
        },
      ],
    },
  })
  statuses?: Record<string, string | NewLane>;

  /** The priority that each one becomes. */
  @Dictionary('changeable', {
    allowed: (value) => PRIORITIES.some((priority) => priority === value),
    message: `Must be one of: ${PRIORITIES.join(', ')}`,
    schema: { type: 'string', enum: [...PRIORITIES] },
  })
  priorities?: Record<string, Priority>;

  /** What columns without a place of their own become: a field of one's own, a line of the description, or nothing. */
  @Dictionary('changeable', {
    allowed: isFieldChoice,
    message: 'Must be {field: its id}, {create: {name, type}}, description or skip',
    schema: {
      title: 'MappedField',
      description: 'A field that is there, one that the start makes, `description` or `skip`.',
      oneOf: [
        { type: 'string', enum: ['description', 'skip'] },
        {
          type: 'object',
          properties: { field: { type: 'string', format: 'uuid', description: 'The id of the field.' } },
          required: ['field'],
          additionalProperties: false,
        },
        {
          type: 'object',
          properties: {
            create: {
              type: 'object',
              description: 'The field that is made; one of that name and type is that field.',
              properties: {
                name: { type: 'string', minLength: 1, maxLength: 100, description: 'What it is called.' },
                type: { type: 'string', enum: [...CUSTOM_FIELD_TYPES], description: 'What its values are.' },
              },
              required: ['name', 'type'],
              additionalProperties: false,
            },
          },
          required: ['create'],
          additionalProperties: false,
        },
      ],
    },
  })
  fields?: Record<string, FieldChoice>;
}

export class UpdateImport {
  /** What people, statuses and priorities become. What is given replaces what there was. */
  @Nested('changeable', () => ImportMapping)
  mapping?: ImportMapping;

  /** How the source is read; the whole of it. */
  @Nested('changeable', () => ImportOptions)
  options?: ImportOptions;
}
