import { ConflictError } from '#common/errors/app-error.js';
import { LIVE_STATES, type LiveState } from '#schema/work.js';

/** `expired`: its lease ran out. */
export const ENDED_STATES = ['accepted', 'returned', 'released', 'failed', 'expired', 'stopped'] as const;

export const WORK_STATES = [...LIVE_STATES, ...ENDED_STATES] as const;

/** Why a work ended that nobody ended. */
export const LEASE_RAN_OUT = 'Its lease ran out';
export const NOBODY_ANSWERED = 'Nobody answered for 14 days';

export type EndedState = (typeof ENDED_STATES)[number];
export type WorkState = (typeof WORK_STATES)[number];

/** The states in which each call is taken: the calls, their refusals and the documentation come from here. */
export const CALLS = {
  heartbeat: ['working', 'asking'],
  activities: ['working', 'asking'],
  plan: ['working', 'asking'],
  submit: ['working'],
  ask: ['working'],
  release: ['working', 'asking'],
  fail: ['working', 'asking'],
  answer: ['asking'],
  review: ['submitted'],
  stop: ['working', 'asking', 'submitted'],
} as const satisfies Record<string, readonly LiveState[]>;

export type WorkCall = keyof typeof CALLS;

/** What a call changes in the state of a work. */
const DOES: Record<WorkCall, string> = {
  heartbeat: 'be kept alive',
  activities: 'say what it does',
  plan: 'plan',
  submit: 'be handed in',
  ask: 'ask',
  release: 'be released',
  fail: 'fail',
  answer: 'be answered',
  review: 'be reviewed',
  stop: 'be stopped',
};

/** A lease that ran out, whether anything noticed it before or not. */
class LeaseEndedError extends ConflictError {
  constructor() {
    super('The lease has ended');
  }
}

/** @throws ConflictError unless the call is taken in that state */
export function ensureTaken(call: WorkCall, state: WorkState): void {
  const states: readonly WorkState[] = CALLS[call];
  if (states.includes(state)) return;
  if (state === 'expired') throw new LeaseEndedError();
  if (isEnded(state)) throw new ConflictError(`This work has ended: ${state}`);
  throw new ConflictError(`This work is ${state}; it can ${DOES[call]} only while it is ${states.join(' or ')}`);
}

function isEnded(state: WorkState): state is EndedState {
  return (ENDED_STATES as readonly string[]).includes(state);
}

/** Why a call may be refused, for the description of its route. */
export function conflictOf(call: WorkCall): string {
  return `The work is not ${CALLS[call].join(' or ')}, or its lease has ended`;
}
