import { ApiProperty } from '@nestjs/swagger';
import { WholeNumber } from '#common/http/response.decorators.js';
import { AnyString, Decimal, Flag, Integer, Nested, OneOf, UuidArray } from '#common/validation/fields.js';
import type { Presence } from '#common/validation/field.js';
import { type DigestKind, DIGESTS, type Tone, TONES } from './colleague-settings.js';
import { RuleSwitchesInput, RuleSwitchesResponse } from './rule-switches.dto.js';
import { LimitsInput, LimitsResponse, QuietInput, QuietResponse } from './quiet.dto.js';

/** A year, the most that hours and days may be. */
const MOST = 8_760;

const Duration = (presence: Presence) => Integer(presence, 0, MOST);

/** What is left out, or null, stays as the preset of the role has it. */
export class ChaseInput {
  /** Whether it happens at all. */
  @Flag('clearable')
  enabled?: boolean | null;

  /** Hours past the due date. */
  @Duration('clearable')
  afterHours?: number | null;

  /** Hours in which the same rule is silent about the same thing, whatever its type. */
  @Duration('clearable')
  repeatHours?: number | null;

  /** Whether the same is said the less often the more often it was said. */
  @Flag('clearable')
  backOff?: boolean | null;

  /** Hours in which who has acted on a task is left in peace. */
  @Duration('clearable')
  activeHours?: number | null;
}

/** What is left out, or null, stays as the preset of the role has it. */
export class ReminderInput {
  /** Whether it happens at all. */
  @Flag('clearable')
  enabled?: boolean | null;

  /** Hours before the due date. */
  @Duration('clearable')
  beforeHours?: number | null;

  /** Hours in review without a change. */
  @Duration('clearable')
  reviewHours?: number | null;
}

/** What is left out, or null, stays as the preset of the role has it. */
export class EscalationInput {
  /** Whether it happens at all. */
  @Flag('clearable')
  enabled?: boolean | null;

  /** Chases without a change. */
  @Duration('clearable')
  afterChases?: number | null;

  /** Hours blocked without a change. */
  @Duration('clearable')
  blockedHours?: number | null;

  /** How often a due date may be moved later; 0: any number of times. */
  @Integer('clearable', 0, 50)
  afterMoves?: number | null;
}

/** What is left out, or null, stays as the preset of the role has it. */
export class ReportingInput {
  /** Whether it happens at all. */
  @Flag('clearable')
  enabled?: boolean | null;

  /** What the summary of each scan is about. */
  @OneOf('clearable', DIGESTS, 'DigestKind')
  digest?: DigestKind | null;

  /** Days in the backlog without a change. */
  @Duration('clearable')
  staleDays?: number | null;

  /** Open estimated hours of one person. */
  @Duration('clearable')
  overloadHours?: number | null;
}

/** How much an agent may work; what is left out, or null, stays as the preset has it. */
export class WorkLimitsInput {
  /** Works at once; those that ask or wait for review do not count. */
  @Integer('clearable', 1, 200)
  concurrent?: number | null;

  /** Works begun on a day, in UTC. */
  @Integer('clearable', 0, 10_000)
  perDay?: number | null;

  /** Minutes of work, without those of waiting for an answer; then it is stopped. */
  @Integer('clearable', 1, 10_080)
  maxMinutes?: number | null;

  /** Works that expired, failed or were stopped by limits until a task is stuck. */
  @Integer('clearable', 1, 20)
  maxAttempts?: number | null;

  /** Dollars that a work may cost; null for any number. */
  @Decimal('clearable', 0, 10_000)
  maxCostUsd?: number | null;

  /** Whether a work is accepted only when all pull requests of its task are merged; default false. */
  @Flag('clearable')
  requireMerged?: boolean | null;
}

/** What an orchestrator delegates; what is left out, or null, stays as the preset has it. */
export class DelegationInput {
  /** Whether scans give tasks to agents. */
  @Flag('clearable')
  enabled?: boolean | null;

  /** Colleagues of role `agent` or `agent_orchestrator`; none: every enabled agent. */
  @UuidArray('clearable')
  agentIds?: string[] | null;

  /** Only tasks that it lets through, in the language of docs/filters.md, read as the owner; null for all. */
  @AnyString('clearable')
  filter?: string | null;

  /** Most tasks that a run gives away. */
  @Integer('clearable', 0, 200)
  perRun?: number | null;
}

/** What a model looks at; what is left out, or null, is off. */
export class AiCheckSettingsInput {
  /** Whether each scheduled scan is followed by an AI check. */
  @Flag('clearable')
  withScan?: boolean | null;

  /** Whether warnings and critical findings go to the channels. */
  @Flag('clearable')
  speak?: boolean | null;
}

/** Over the preset of the role; null brings the preset back. */
export class ColleagueSettingsInput {
  /** Asking after overdue tasks. */
  @Nested('clearable', () => ChaseInput)
  chase?: ChaseInput | null;

  /** Reminding of what comes. */
  @Nested('clearable', () => ReminderInput)
  reminder?: ReminderInput | null;

  /** Telling others of what stands still. */
  @Nested('clearable', () => EscalationInput)
  escalation?: EscalationInput | null;

  /** Reports and the summary. */
  @Nested('clearable', () => ReportingInput)
  reporting?: ReportingInput | null;

  /** How it speaks. */
  @OneOf('clearable', TONES, 'Tone')
  tone?: Tone | null;

  /** What a model looks at, and whether it is heard. */
  @Nested('clearable', () => AiCheckSettingsInput)
  aiCheck?: AiCheckSettingsInput | null;

  /** Which rules are on; null: those of the role. */
  @Nested('clearable', () => RuleSwitchesInput)
  rules?: RuleSwitchesInput | null;

  /** When it does not run by itself. A scan that somebody asks for goes on. */
  @Nested('clearable', () => QuietInput)
  quiet?: QuietInput | null;

  /** How many actions it says at most. */
  @Nested('clearable', () => LimitsInput)
  limits?: LimitsInput | null;

  /** How much it may work; for role `agent` alone. */
  @Nested('clearable', () => WorkLimitsInput)
  work?: WorkLimitsInput | null;

  /** What it delegates; for role `agent_orchestrator` alone. */
  @Nested('clearable', () => DelegationInput)
  delegation?: DelegationInput | null;
}

class ChaseSettings {
  /** Whether it happens at all. */
  enabled: boolean;

  /** Hours past the due date. */
  @WholeNumber()
  afterHours: number;

  /** Hours until the same is said again. */
  @WholeNumber()
  repeatHours: number;

  /** Whether the same is said the less often the more often it was said: after 3, 7, 14 times `repeatHours` and so on. */
  backOff: boolean;

  /** Hours in which who has acted on a task hears no chases and reminders about it. */
  @WholeNumber()
  activeHours: number;
}

class ReminderSettings {
  /** Whether it happens at all. */
  enabled: boolean;

  /** Hours before the due date. */
  @WholeNumber()
  beforeHours: number;

  /** Hours that a task may be In Review without a change. */
  @WholeNumber()
  reviewHours: number;
}

class EscalationSettings {
  /** Whether it happens at all. */
  enabled: boolean;

  /** Chases without a change after which the leads hear of it. */
  @WholeNumber()
  afterChases: number;

  /** Hours that a task may be blocked without a change. */
  @WholeNumber()
  blockedHours: number;

  /** How often a due date may be moved later until the leads hear of it; 0: any number of times. */
  @WholeNumber()
  afterMoves: number;
}

class ReportingSettings {
  /** Whether it happens at all. */
  enabled: boolean;

  /** What the summary of each scan is about. */
  @ApiProperty({ enum: [...DIGESTS], enumName: 'DigestKind' })
  digest: DigestKind;

  /** Days without a change after which a task of the backlog is stale. */
  @WholeNumber()
  staleDays: number;

  /** Open estimated hours above which an assignee has too much. */
  @WholeNumber()
  overloadHours: number;
}

class WorkLimitsResponse {
  /** Works at once. */
  @WholeNumber()
  concurrent: number;

  /** Works begun on a day, in UTC. */
  @WholeNumber()
  perDay: number;

  /** Minutes of work. */
  @WholeNumber()
  maxMinutes: number;

  /** Failed attempts until a task is stuck. */
  @WholeNumber()
  maxAttempts: number;

  /** Dollars that a work may cost; null for any number. */
  maxCostUsd: number | null;

  /** Whether a work is accepted only when all pull requests of its task are merged. */
  requireMerged: boolean;
}

class DelegationSettings {
  /** Whether scans give tasks to agents. */
  enabled: boolean;

  /** None: every enabled agent. */
  @ApiProperty({ type: [String], items: { type: 'string', format: 'uuid' } })
  agentIds: string[];

  /** As the caller sees it; null for all tasks. */
  filter: string | null;

  /** Most tasks that a run gives away. */
  @WholeNumber()
  perRun: number;
}

class AiCheckSettings {
  /** Whether each scheduled scan is followed by an AI check. */
  withScan: boolean;

  /** Whether warnings and critical findings go to the channels. */
  speak: boolean;
}

/** The values in force. */
export class SettingsResponse {
  /** Asking after overdue tasks. */
  chase: ChaseSettings;

  /** Reminding of what comes. */
  reminder: ReminderSettings;

  /** Telling others of what stands still. */
  escalation: EscalationSettings;

  /** Reports and the summary. */
  reporting: ReportingSettings;

  /** How it speaks. */
  @ApiProperty({ enum: [...TONES], enumName: 'Tone' })
  tone: Tone;

  /** What a model looks at, and whether it is heard. */
  aiCheck: AiCheckSettings;

  /** Which rules are on. */
  rules: RuleSwitchesResponse;

  /** When it does not run by itself. */
  quiet: QuietResponse;

  /** How many actions it says at most. */
  limits: LimitsResponse;

  /** How much it may work; of role `agent` alone. */
  @ApiProperty({ type: WorkLimitsResponse, required: false })
  work?: WorkLimitsResponse;

  /** What it delegates; of role `agent_orchestrator` alone. */
  @ApiProperty({ type: DelegationSettings, required: false })
  delegation?: DelegationSettings;
}
