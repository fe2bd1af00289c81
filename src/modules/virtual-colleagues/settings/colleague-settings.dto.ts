import { ApiProperty } from '@nestjs/swagger';
import { WholeNumber } from '../../../common/http/response.decorators.js';
import { Decimal, Flag, Integer, Nested, OneOf } from '../../../common/validation/decorators.js';
import type { Presence } from '../../../common/validation/property.js';
import { type Digest, DIGESTS, type Tone, TONES } from './colleague-settings.js';

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
}

/** What is left out, or null, stays as the preset of the role has it. */
export class ReportingInput {
  /** Whether it happens at all. */
  @Flag('clearable')
  enabled?: boolean | null;

  /** What the summary of each scan is about. */
  @OneOf('clearable', DIGESTS, 'Digest')
  digest?: Digest | null;

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

  /** How much it may work; for role `agent` alone. */
  @Nested('clearable', () => WorkLimitsInput)
  work?: WorkLimitsInput | null;
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
}

class ReportingSettings {
  /** Whether it happens at all. */
  enabled: boolean;

  /** What the summary of each scan is about. */
  @ApiProperty({ enum: [...DIGESTS], enumName: 'Digest' })
  digest: Digest;

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

  /** How much it may work; of role `agent` alone. */
  @ApiProperty({ type: WorkLimitsResponse, required: false })
  work?: WorkLimitsResponse;
}
