import type { Sprint } from './model.ts';
import { lastPlanned, sprintAfter, workingDaysOf } from './sprints.ts';

const sprint = (name: string, startDate: string | null, endDate: string | null, rest: Partial<Sprint> = {}): Sprint =>
  ({ name, startDate, endDate, status: 'planned', createdAt: '2026-01-01T00:00:00.000Z', ...rest }) as Sprint;

describe('sprints', () => {
  it('are followed by one that begins the day after, and is as long', () => {
    const last = sprint('Sprint 4', '2026-03-02T00:00:00.000Z', '2026-03-13T00:00:00.000Z');
    expect(sprintAfter(last, 'Sprint')).toEqual({
      name: 'Sprint 5',
      startDate: '2026-03-14T00:00:00.000Z',
      endDate: '2026-03-25T00:00:00.000Z',
    });
    expect(sprintAfter(sprint('Autumn', null, null), 'Sprint')).toEqual({
      name: 'Autumn 2',
      startDate: null,
      endDate: null,
    });
    expect(sprintAfter(undefined, 'Sprint').name).toBe('Sprint 1');
  });

  it('name the last one by its end', () => {
    const early = sprint('Sprint 1', null, '2026-02-01T00:00:00.000Z');
    const late = sprint('Sprint 2', null, '2026-03-01T00:00:00.000Z');
    const cancelled = sprint('Sprint 3', null, '2026-04-01T00:00:00.000Z', { status: 'cancelled' });
    expect(lastPlanned([late, cancelled, early])).toBe(late);
  });

  it('have days from Monday to Friday', () => {
    expect(workingDaysOf({ startDate: '2026-03-02T00:00:00.000Z', endDate: '2026-03-13T00:00:00.000Z' })).toBe(10);
    expect(workingDaysOf({ startDate: null, endDate: '2026-03-13T00:00:00.000Z' })).toBeUndefined();
  });
});
