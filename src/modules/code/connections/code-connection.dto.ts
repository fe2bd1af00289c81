import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { ResourceResponse } from '#common/http/resource-response.dto.js';
import { Moment } from '#common/http/response.decorators.js';
import { Field, Normalized, type Presence, Rule } from '#common/validation/field.js';
import { Flag, Integer, Nested, OneOf, Text, TrimmedText, UuidArray } from '#common/validation/fields.js';
import { LIMITS, textProblem } from '#common/validation/text.js';
import type { ReadBack } from '#core/http/read-back.js';
import { PROVIDERS, type Provider } from '#schema/code.js';
import type { CodeConnection } from './code-connection.entity.js';
import { DEFAULT_RULES } from './code-rules.js';

const SECRET_LIMITS = { minimum: 16, maximum: 256 };
const MOST_HOURS = 168;
const MOST_BRANCHES = 20;
const BRANCH_LIMITS = { minimum: 1, maximum: 255 };

function patternProblem(pattern: unknown): string | undefined {
  const problem = textProblem(pattern, BRANCH_LIMITS);
  return problem ?? ((pattern as string).split('*').length > 2 ? 'Must hold one * at most' : undefined);
}

/** Names of branches, each with one `*` at most. */
function BranchPatterns(presence: Presence): PropertyDecorator {
  const message = `Must hold 1 to ${MOST_BRANCHES} branches`;
  const trimmed = (value: unknown) => (typeof value === 'string' ? value.trim() : value);
  return Field(
    presence,
    {
      type: [String],
      minItems: 1,
      maxItems: MOST_BRANCHES,
      items: {
        type: 'string',
        minLength: 1,
        maxLength: BRANCH_LIMITS.maximum,
        pattern: '^[^*\\u0000]*\\*?[^*\\u0000]*$',
      },
      example: ['default', 'release/*'],
    },
    [
      Normalized((value) => (Array.isArray(value) ? [...new Set(value.map(trimmed))] : value)),
      IsArray({ message: 'Expected array' }),
      ArrayMinSize(1, { message }),
      ArrayMaxSize(MOST_BRANCHES, { message }),
      Rule((patterns) => (patterns as unknown[]).map(patternProblem).find(Boolean)),
    ],
  );
}

export class CodeRulesInput {
  /** The status that a task gets when a pull request that closes it is opened, as a draft too; null: none. */
  @TrimmedText('clearable', LIMITS.shortName)
  onOpen?: string | null;

  /** When such a pull request is ready and has a reviewer asked; null: none. */
  @TrimmedText('clearable', LIMITS.shortName)
  onReview?: string | null;

  /** When it is merged into one of `branches`, or a commit that closes the task is pushed there; null: none. */
  @TrimmedText('clearable', LIMITS.shortName)
  onMerge?: string | null;

  /** Names, patterns with one `*`, or `default`, the repository's. */
  @BranchPatterns('changeable')
  branches?: string[];
}

export class CreateCodeConnection {
  /** What it is called; its changes of tasks bear the name. */
  @TrimmedText('required', LIMITS.shortName)
  name: string;

  /** Which forge it is; that cannot be changed. */
  @OneOf('required', PROVIDERS, 'CodeProvider')
  provider: Provider;

  /** Whose tasks it knows; empty, as it is when left out: those of every project. */
  @UuidArray('optional')
  projectIds?: string[];

  /** What it does to tasks; what is left out is as usual. */
  @Nested('optional', () => CodeRulesInput)
  rules?: CodeRulesInput;

  /** Default true. */
  @Flag('optional')
  active?: boolean;

  /** Signs what the forge sends; left out, one is made. */
  @Text('optional', SECRET_LIMITS)
  secret?: string;
}

export class UpdateCodeConnection {
  /** What it is called. */
  @TrimmedText('changeable', LIMITS.shortName)
  name?: string;

  /** Whose tasks it knows; empty: those of every project. */
  @UuidArray('changeable')
  projectIds?: string[];

  /** What it does to tasks; rules that are left out stay. */
  @Nested('changeable', () => CodeRulesInput)
  rules?: CodeRulesInput;

  /** What comes to an inactive one is ignored. */
  @Flag('changeable')
  active?: boolean;
}

export class RotateCodeSecret {
  /** The new secret; left out, one is made. */
  @Text('optional', SECRET_LIMITS)
  secret?: string;

  /** How many hours the previous secret is good, too, default 24. */
  @Integer('optional', 0, MOST_HOURS)
  keepPreviousHours?: number;
}

export class CodeRulesResponse {
  /** The status on opening; null: none. */
  @ApiProperty({ type: String, nullable: true })
  onOpen: string | null;

  /** The status when a reviewer is asked; null: none. */
  @ApiProperty({ type: String, nullable: true })
  onReview: string | null;

  /** The status on merging; null: none. */
  @ApiProperty({ type: String, nullable: true })
  onMerge: string | null;

  /** Into which branches: names, patterns with one `*`, or `default`. */
  branches: string[];
}

export class CodeHealthResponse {
  /** When something last came; null when nothing has. */
  @Moment({ nullable: true })
  lastAt: string | null;

  /** When something was last refused; null when nothing was. */
  @Moment({ nullable: true })
  lastRefusedAt: string | null;

  /** Why that was refused. */
  @ApiProperty({ type: String, nullable: true })
  lastError: string | null;
}

const NO_HEALTH: CodeHealthResponse = { lastAt: null, lastRefusedAt: null, lastError: null };

export class CodeConnectionResponse extends ResourceResponse {
  /** What it is called. */
  name: string;

  /** Which forge it is. */
  @ApiProperty({ enum: [...PROVIDERS], enumName: 'CodeProvider' })
  provider: Provider;

  /** Whose tasks it knows; empty: those of every project. */
  @ApiProperty({ type: 'array', items: { type: 'string', format: 'uuid' } })
  projectIds: string[];

  /** What it does to tasks. */
  rules: CodeRulesResponse;

  /** False: what comes is ignored. */
  active: boolean;

  /** Where the forge sends its events. */
  @ApiProperty({ type: String, format: 'uri' })
  url: string;

  /** What came of late. */
  health: CodeHealthResponse;
}

export class CreatedCodeConnectionResponse extends CodeConnectionResponse {
  /** Shown this once. */
  secret: string;
}

export const CODE_CONNECTION_READ_BACK: ReadBack<CodeConnectionResponse, UpdateCodeConnection> = {
  id: 'same',
  provider: 'same',
  createdAt: 'same',
  updatedAt: 'any',
  url: 'any',
  health: 'any',
};

/** `origin` is where people reach the service. */
export function toConnectionResponse(
  connection: CodeConnection,
  origin: string,
  health: CodeHealthResponse = NO_HEALTH,
): CodeConnectionResponse {
  const { id, name, provider, projectIds, rules, active, createdAt, updatedAt } = connection;
  const { onOpen, onReview, onMerge, branches } = { ...DEFAULT_RULES, ...rules };
  const { lastAt, lastRefusedAt, lastError } = health;
  return {
    id,
    name,
    provider,
    projectIds,
    rules: { onOpen, onReview, onMerge, branches: [...branches] },
    active,
    url: `${origin}/api/code/${id}`,
    health: { lastAt, lastRefusedAt, lastError },
    createdAt,
    updatedAt,
  };
}
