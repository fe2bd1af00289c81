import { HELD_REASONS, NOTHING_HELD, silenceBounds, silentHours, silentHoursOfStep } from './voice.js';

it('ends silent times of a day and more an hour early', () => {
  expect([0, 5, 23, 24, 72].map(silentHours)).toEqual([0, 5, 23, 23, 71]);
});

it('is silent for 3, 7, 14 times as long, and then twice as long each time', () => {
  expect(silentHoursOfStep(24, 'step')).toBe('(ARRAY[71, 167, 335, 671, 1343, 2687, 5375])[least(step, 7)]');
  expect(silenceBounds(24)).toEqual({ first: 71, longest: 5375 });
  expect(silenceBounds(0)).toEqual({ first: 0, longest: 0 });
});

it('counts each reason in its order', () => {
  expect(HELD_REASONS).toEqual(['repeat', 'muted', 'promised', 'active', 'said', 'away', 'budget']);
  expect(Object.keys(NOTHING_HELD)).toEqual([...HELD_REASONS]);
});
