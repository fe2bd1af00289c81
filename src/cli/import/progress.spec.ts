import { PassThrough } from 'node:stream';
import { Progress } from './progress.js';

describe('Progress', () => {
  beforeEach(() => jest.useFakeTimers({ now: new Date(2026, 10, 20, 14, 0, 0) }));
  afterEach(() => jest.useRealTimers());

  it('says until when it waits, though answers arrive meanwhile, and not after that', () => {
    const stream = new PassThrough({ encoding: 'utf8' });
    const progress = new Progress(stream, 10);
    progress.wait(15, 'rate limit');
    progress.update(3);
    jest.advanceTimersByTime(20_000);
    progress.update(4);
    jest.advanceTimersByTime(10_000);
    progress.stop();
    expect(stream.read()).toMatch(
      /0% 0\/10 rows *\n30% 3\/10 rows waiting until 14:00:15: rate limit\n(.*\n)?40% 4\/10 rows *\n/,
    );
  });
});
