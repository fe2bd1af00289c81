import { CALLS, ENDED_STATES, ensureTaken, WORK_STATES, type WorkCall } from './work-states.js';

/** The table of transitions in docs/agents.md, row by row. */
const TABLE: Record<string, WorkCall[]> = {
  working: ['heartbeat', 'activities', 'plan', 'submit', 'ask', 'release', 'fail', 'stop'],
  asking: ['heartbeat', 'activities', 'plan', 'release', 'fail', 'answer', 'stop'],
  submitted: ['review', 'stop'],
};

const PAIRS = WORK_STATES.flatMap((state) => (Object.keys(CALLS) as WorkCall[]).map((call) => [state, call] as const));

it.each(PAIRS)('in %s, %s is as the table says', (state, call) => {
  const attempt = () => ensureTaken(call, state);
  if (TABLE[state]?.includes(call)) expect(attempt).not.toThrow();
  else if (state === 'expired') expect(attempt).toThrow('The lease has ended');
  else if ((ENDED_STATES as readonly string[]).includes(state))
    expect(attempt).toThrow(`This work has ended: ${state}`);
  else expect(attempt).toThrow(`This work is ${state}`);
});
