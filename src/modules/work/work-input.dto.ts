import { ArrayMaxSize, ArrayMinSize, IsArray, IsInt, IsNumber, IsObject, Max, Min } from 'class-validator';
import {
  AnyString,
  Flag,
  Integer,
  TrimmedText,
  Nested,
  NestedArray,
  OneOf,
  TargetUrl,
  Text,
  Uuid,
} from '#common/validation/fields.js';
import { Field, Normalized, type Presence, Rule } from '#common/validation/field.js';
import { BooleanParameter, OneOfListParameter, UuidListParameter } from '#common/validation/parameters.js';
import { PageQuery } from '#common/http/page.query.js';
import { STORABLE_TEXT, textProblem } from '#common/validation/text.js';
import { ACTIVITY_TYPES, type Link, type Step, STEP_STATES, type Usage } from './work-parts.js';
import { WORK_STATES, type WorkState } from './work-states.js';

const MOST_TOKENS = 1_000_000_000_000;
const MOST_COST = 1_000_000;
/** Bytes of JSON. */
const MOST_DATA = 4 * 1024;
const MOST_OPTIONS = 10;
const SHORT = { minimum: 1, maximum: 200 };
const REASON = { minimum: 1, maximum: 500 };
const LONG = { minimum: 1, maximum: 10_000 };
const COSTS = { message: `Must be from 0 to ${MOST_COST}` };
const OPTIONS = { message: `Must hold 1 to ${MOST_OPTIONS}` };

const LeaseSeconds = (): PropertyDecorator => Integer('optional', 60, 14_400);

/** A cost in dollars, to four decimals. */
const Cost = (presence: Presence): PropertyDecorator =>
  Field(presence, { type: Number, minimum: 0, maximum: MOST_COST }, [
    Normalized((value) => (typeof value === 'number' ? Math.round(value * 10_000) / 10_000 : value)),
    IsNumber({}, { message: 'Expected number' }),
    Min(0, COSTS),
    Max(MOST_COST, COSTS),
  ]);

/** 1 to 10 texts to choose from. */
const Options = (): PropertyDecorator =>
  Field(
    'optional',
    {
      type: [String],
      items: { type: 'string', minLength: SHORT.minimum, maxLength: SHORT.maximum, pattern: STORABLE_TEXT },
      minItems: 1,
      maxItems: MOST_OPTIONS,
    },
    [
      IsArray({ message: 'Expected array' }),
      ArrayMinSize(1, OPTIONS),
      ArrayMaxSize(MOST_OPTIONS, OPTIONS),
      Rule((items) => (items as unknown[]).map((item) => textProblem(item, SHORT)).find(Boolean)),
    ],
  );

/** Numbers of answers. */
const Numbers = (): PropertyDecorator =>
  Field('optional', { type: [Number], items: { type: 'integer', minimum: 1 }, maxItems: 1_000 }, [
    IsArray({ message: 'Expected array' }),
    ArrayMaxSize(1_000, { message: 'At most 1000' }),
    IsInt({ each: true, message: 'Expected whole numbers from 1' }),
    Min(1, { each: true, message: 'Expected whole numbers from 1' }),
  ]);

/** A JSON object of at most 4 KiB. */
const Data = (): PropertyDecorator =>
  Field('optional', { type: 'object', additionalProperties: true }, [
    IsObject({ message: 'Expected object' }),
    Rule((value) => {
      const text = JSON.stringify(value);
      if (Buffer.byteLength(text) > MOST_DATA) return `Must be at most ${MOST_DATA} bytes of JSON`;
      return text.includes('\\u0000') || !text.isWellFormed() || /\\ud[89a-f]/i.test(text) ? 'Invalid text' : undefined;
    }),
  ]);

export class NextWork {
  /** Only tasks that this filter lets through, in the language of docs/filters.md. */
  @AnyString('optional')
  filter?: string;

  /** How long the lease is without a heartbeat; 1,800 unless given. */
  @LeaseSeconds()
  leaseSeconds?: number;

  /** Seconds to wait for a task when none is ready. */
  @Integer('optional', 0, 30)
  wait?: number;
}

export class TakeWork {
  /** The task. */
  @Uuid('required')
  taskId: string;

  /** How long the lease is without a heartbeat; 1,800 unless given. */
  @LeaseSeconds()
  leaseSeconds?: number;
}

class UsageInput {
  /** Tokens read so far. */
  @Integer('required', 0, MOST_TOKENS)
  inputTokens: number;

  /** Tokens written so far. */
  @Integer('required', 0, MOST_TOKENS)
  outputTokens: number;

  /** Dollars so far, to four decimals. */
  @Cost('required')
  costUsd: number;
}

export class Heartbeat {
  /** How long the lease is from now on; as before unless given. */
  @LeaseSeconds()
  leaseSeconds?: number;

  /** Per cent. */
  @Integer('optional', 0, 100)
  progress?: number;

  /** What it does now, in a line. */
  @Text('optional', { minimum: 0, maximum: 200 })
  note?: string;

  /** The total so far; one lower than before is ignored. */
  @Nested('optional', () => UsageInput)
  usage?: Usage;

  /** The `n` of the answers that it has read. */
  @Numbers()
  seen?: number[];
}

export class CreateWorkActivity {
  /** What kind of thing it is. */
  @OneOf('required', ACTIVITY_TYPES, 'WorkActivityType')
  type: (typeof ACTIVITY_TYPES)[number];

  /** What it says. */
  @Text('required', LONG)
  text: string;

  /** Details for programs: at most 4 KiB of JSON. */
  @Data()
  data?: object;
}

class StepInput {
  /** What is to be done. */
  @TrimmedText('required', SHORT)
  title: string;

  /** How far it is. */
  @OneOf('required', STEP_STATES, 'WorkStepState')
  state: Step['state'];
}

export class ReplacePlan {
  /** All steps, in order. */
  @NestedArray('required', () => StepInput, { minimum: 0, maximum: 100 })
  steps: Step[];
}

export class Ask {
  /** What it must know. */
  @Text('required', { minimum: 1, maximum: 2_000 })
  question: string;

  /** Answers to choose from. */
  @Options()
  options?: string[];
}

export class AnswerQuestion {
  /** The answer. */
  @Text('required', LONG)
  text: string;
}

class LinkInput {
  /** What it is. */
  @TrimmedText('required', SHORT)
  title: string;

  /** An http or https address. */
  @TargetUrl('required')
  url: string;
}

export class Submit {
  /** What was done; it becomes a comment on the task. */
  @Text('required', LONG)
  summary: string;

  /** What was made. */
  @NestedArray('optional', () => LinkInput, { minimum: 0, maximum: 20 })
  links?: Link[];

  /** Where the task goes; `In Review` unless given. */
  @TrimmedText('optional', { minimum: 1, maximum: 100 })
  status?: string;
}

export class Release {
  /** Why it is given back. */
  @Text('optional', REASON)
  reason?: string;
}

export class Fail {
  /** Why it cannot be done. */
  @Text('required', REASON)
  reason: string;

  /** False: the task is stuck; nobody tries again until it is delegated anew. */
  @Flag('optional')
  retry?: boolean;
}

export class StopWork {
  /** Why it is stopped. */
  @Text('optional', REASON)
  reason?: string;
}

export class ReviewWork {
  /** Whether the work is good. */
  @OneOf('required', ['accept', 'return'], 'ReviewDecision')
  decision: 'accept' | 'return';

  /** What is to be better; required to return it. */
  @Text('optional', LONG)
  comment?: string;

  /** Where the task goes; `Done` when accepted and `To Do` when returned, unless given. */
  @TrimmedText('optional', { minimum: 1, maximum: 100 })
  status?: string;
}

/** GET /work. */
export class WorksQuery extends PageQuery {
  /** Only those in these states. */
  @OneOfListParameter(WORK_STATES)
  state?: WorkState[];

  /** Only those of these agents. */
  @UuidListParameter()
  colleagueId?: string[];

  /** Only those in these projects. */
  @UuidListParameter()
  projectId?: string[];
}

/** GET /work/ready. */
export class ReadyQuery extends PageQuery {
  /** Only those of these agents. */
  @UuidListParameter()
  colleagueId?: string[];

  /** True: also those that are delegated and not ready, with why. */
  @BooleanParameter()
  explain?: boolean;
}
