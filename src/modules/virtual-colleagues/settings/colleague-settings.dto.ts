import { ApiProperty } from '@nestjs/swagger';
import { WholeNumber } from '../../../common/http/response.decorators.js';
import { Flag, Integer, Nested, OneOf } from '../../../common/validation/decorators.js';
import type { Presence } from '../../../common/validation/property.js';
import { type Digest, DIGESTS, type Tone, TONES } from './colleague-settings.js';

/** A year, the most that hours and days may be. */
const MOST = 8_760;

const Duration = (presence: Presence) => Integer(presence, 0, MOST);

/** What is left out, or null, stays as the preset of the role has it. */
export class ChaseInput {
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
  @Flag('clearable')
  enabled?: boolean | null;

  @OneOf('clearable', DIGESTS, 'Digest')
  digest?: Digest | null;

  /** Days in the backlog without a change. */
  @Duration('clearable')
  staleDays?: number | null;

  /** Open estimated hours of one person. */
  @Duration('clearable')
  overloadHours?: number | null;
}

/** Over the preset of the role; null brings the preset back. */
export class ColleagueSettingsInput {
  @Nested('clearable', () => ChaseInput)
  chase?: ChaseInput | null;

  @Nested('clearable', () => ReminderInput)
  reminder?: ReminderInput | null;

  @Nested('clearable', () => EscalationInput)
  escalation?: EscalationInput | null;

  @Nested('clearable', () => ReportingInput)
  reporting?: ReportingInput | null;

  @OneOf('clearable', TONES, 'Tone')
  tone?: Tone | null;
}

class ChaseSettings {
  enabled: boolean;

  @WholeNumber()
  afterHours: number;

  @WholeNumber()
  repeatHours: number;
}

class ReminderSettings {
  enabled: boolean;

  @WholeNumber()
  beforeHours: number;

  @WholeNumber()
  reviewHours: number;
}

class EscalationSettings {
  enabled: boolean;

  @WholeNumber()
  afterChases: number;

  @WholeNumber()
  blockedHours: number;
}

class ReportingSettings {
  enabled: boolean;

  @ApiProperty({ enum: [...DIGESTS], enumName: 'Digest' })
  digest: Digest;

  @WholeNumber()
  staleDays: number;

  @WholeNumber()
  overloadHours: number;
}

/** The values in force. */
export class SettingsResponse {
  chase: ChaseSettings;

  reminder: ReminderSettings;

  escalation: EscalationSettings;

  reporting: ReportingSettings;

  @ApiProperty({ enum: [...TONES], enumName: 'Tone' })
  tone: Tone;
}
