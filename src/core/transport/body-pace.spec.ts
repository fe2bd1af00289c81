import type { Socket } from 'node:net';
import { BodyPace } from './body-pace.js';

const WINDOW = 5_000;
const ENOUGH = 80 * 1024;

describe('BodyPace', () => {
  const destroy = jest.fn();
  let pace: BodyPace;
  beforeEach(() => {
    jest.useFakeTimers();
    destroy.mockReset();
    pace = new BodyPace({ destroy } as unknown as Socket);
    pace.begin();
  });
  afterEach(() => jest.useRealTimers());

  it('ends a body of which fewer than 80 KiB come in 5 s', async () => {
    pace.add(ENOUGH - 1);
    await jest.advanceTimersByTimeAsync(WINDOW - 1);
    expect(destroy).not.toHaveBeenCalled();
    await jest.advanceTimersByTimeAsync(2);
    expect(destroy).toHaveBeenCalledTimes(1);
  });

  it('lets one go on that is fast enough in each window, and no longer', async () => {
    for (let window = 0; window < 3; window += 1) {
      pace.add(ENOUGH);
      await jest.advanceTimersByTimeAsync(WINDOW + 1);
      expect(destroy).not.toHaveBeenCalled();
    }
    await jest.advanceTimersByTimeAsync(WINDOW + 1);
    expect(destroy).toHaveBeenCalledTimes(1);
  });

  it('does not count while the service is not ready to read', async () => {
    pace.end();
    await jest.advanceTimersByTimeAsync(3 * WINDOW);
    pace.begin();
    await jest.advanceTimersByTimeAsync(WINDOW - 1);
    expect(destroy).not.toHaveBeenCalled();
  });
});
