import type { NamedReference } from '#common/http/named-reference.dto.js';

/** What a work keeps as JSON. */
export interface Step {
  title: string;
  state: (typeof STEP_STATES)[number];
}

export const STEP_STATES = ['pending', 'doing', 'done', 'skipped'] as const;

export const ACTIVITY_TYPES = ['thought', 'action', 'result', 'error'] as const;

export interface Link {
  title: string;
  url: string;
}

export interface Question {
  n: number;
  text: string;
  options: readonly string[];
  at: string;
}

export interface Answered {
  n: number;
  question: string;
  text: string;
  by: NamedReference;
  at: string;
}

export interface Usage {
  inputTokens: number;
  outputTokens: number;
  costUsd: number;
}

export interface Review {
  decision: 'accept' | 'return';
  by: NamedReference;
  at: string;
  comment: string | null;
}

/** `hand`: somebody stopped it. `limits`: it worked too long or cost too much. `task`: its task or agent changed. */
export type StopCause = 'hand' | 'limits' | 'task';
