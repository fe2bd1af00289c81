import { ValidationError } from '#common/errors/app-error.js';
import type { Limits } from './limits.js';
import { type Quiet, quietOf, quietProblems } from './quiet.js';
import type { RuleSwitches } from './rule-names.js';
import type { WorkLimits } from '#schema/colleagues.js';

export const DIGESTS = ['standup', 'delivery', 'backlog', 'workload', 'personal', 'customer', 'agents'] as const;

export type DigestKind = (typeof DIGESTS)[number];

export const TONES = ['neutral', 'friendly', 'formal', 'direct'] as const;

export type Tone = (typeof TONES)[number];

/** How a colleague behaves; hours and days are whole numbers. */
export interface ColleagueSettings {
  chase: { enabled: boolean; afterHours: number; repeatHours: number; backOff: boolean; activeHours: number };
  reminder: { enabled: boolean; beforeHours: number; reviewHours: number };
  escalation: { enabled: boolean; afterChases: number; blockedHours: number; afterMoves: number };
  reporting: { enabled: boolean; digest: DigestKind; staleDays: number; overloadHours: number };
  tone: Tone;
  aiCheck: { withScan: boolean; speak: boolean };
  rules: RuleSwitches;
  quiet: Quiet;
  limits: Limits;
  /** Only role `agent` has it. */
  work?: WorkLimits;
  /** Only role `agent_orchestrator` has it. */
  delegation?: Delegation;
}

/** What an orchestrator delegates, and to whom. */
export interface Delegation {
  enabled: boolean;
  /** None: every enabled colleague of role `agent`. */
  agentIds: string[];
  /** The stored text of a filter; null for all tasks. */
  filter: string | null;
  /** Most tasks that a run gives away. */
  perRun: number;
}

/** What a colleague sets differently from the preset of its role. */
export type SettingsOverrides = PartialParts<ColleagueSettings>;

/** What a request sets. Null brings back the preset of a part or of one value. */
export type SettingsInput = PartialParts<ColleagueSettings, null>;

type PartialParts<Settings, Cleared = never> = {
  [Part in keyof Settings]?: NonNullable<Settings[Part]> extends infer Value
    ? Value extends object
      ? { [Field in keyof Value]?: Value[Field] | Cleared } | Cleared
      : Value | Cleared
    : never;
};

type Values = Record<string, unknown>;

/** The preset with the overrides in it. */
export function effectiveSettings(preset: ColleagueSettings, overrides: SettingsOverrides): ColleagueSettings {
  const parts = Object.entries(preset).map(([part, value]: [string, unknown]) => {
    const own = (overrides as Values)[part];
    return [part, isPart(value) ? { ...value, ...known(value, own as Values | undefined) } : (own ?? value)];
  });
  return Object.fromEntries(parts) as ColleagueSettings;
}

/** After a change of role, overrides may be left that the new role does not know. */
function known(value: Values, own: Values = {}): Values {
  return Object.fromEntries(Object.entries(own).filter(([name]) => name in value));
}

/** The overrides after `input`. What it does not name stays. @throws ValidationError of quiet hours without an end */
export function mergeOverrides(overrides: SettingsOverrides, input: SettingsInput | null): SettingsOverrides {
  const merged: SettingsOverrides = input === null ? {} : merge(overrides, input);
  const problems = Object.entries(quietProblems(quietOf(merged.quiet)));
  if (problems.length === 0) return merged;
  throw new ValidationError(
    Object.fromEntries(problems.map(([field, problem]) => [`settings.quiet.${field}`, problem])),
  );
}

function merge(before: Values, input: Values): Values {
  const merged = { ...before };
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue;
    const next = isPart(value) ? merge((before[name] ?? {}) as Values, value) : value;
    if (next === null || (isPart(next) && Object.keys(next).length === 0)) Reflect.deleteProperty(merged, name);
    else merged[name] = next;
  }
  return merged;
}

function isPart(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
