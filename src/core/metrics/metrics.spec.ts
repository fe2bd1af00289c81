import type { Configuration } from '#config/configuration.js';
import { Metrics } from './metrics.js';

const delay = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

afterEach(() => jest.useRealTimers());

describe('Metrics', () => {
  const linesOf = async (metrics: Metrics) =>
    (await metrics.text()).body.split('\n').filter((line) => /^\w/.test(line));

  it('leave out values that cannot be read, as long as they cannot', async () => {
    const metrics = new Metrics({ metricsPort: null } as Configuration);
    let isReadable = true;
    const read = () => (isReadable ? Promise.resolve(7) : Promise.reject(new Error('away')));
    metrics.addGauge('plain', 'A value.', read);
    metrics.addGauge('labelled', 'Values by colour.', async () => ({ red: await read() }), 'colour');
    expect(await linesOf(metrics)).toEqual(['plain 7', 'labelled{colour="red"} 7']);
    isReadable = false;
    expect(await linesOf(metrics)).toEqual([]);
    isReadable = true;
    expect(await linesOf(metrics)).toEqual(['plain 7', 'labelled{colour="red"} 7']);
  });

  it('are read once for all who ask at the same time, and again after twenty times what it took', async () => {
    jest.useFakeTimers();
    const metrics = new Metrics({ metricsPort: null } as Configuration);
    let readings = 0;
    metrics.addSharedGauge('slow', 'A value.', async () => {
      readings += 1;
      await delay(1_000);
      return readings;
    });
    const both = Promise.all([linesOf(metrics), linesOf(metrics)]);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await both).toEqual([['slow 1'], ['slow 1']]);
    await jest.advanceTimersByTimeAsync(19_000);
    expect(await linesOf(metrics)).toEqual(['slow 1']);
    await jest.advanceTimersByTimeAsync(1_000);
    const again = linesOf(metrics);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await again).toEqual(['slow 2']);
  });

  it.each([
    ['that comes later', () => Promise.reject(new Error('away'))],
    [
      'that comes at once',
      () => {
        throw new Error('away');
      },
    ],
  ])('are read again after a failure %s', async (_when, fail) => {
    const metrics = new Metrics({ metricsPort: null } as Configuration);
    const read = jest.fn().mockImplementationOnce(fail).mockResolvedValue(7);
    metrics.addSharedGauge('shared', 'A value.', read);
    expect([await linesOf(metrics), await linesOf(metrics)]).toEqual([[], ['shared 7']]);
  });
});
