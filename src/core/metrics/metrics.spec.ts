import type { Configuration } from '../../config/configuration.js';
import { Metrics } from './metrics.js';

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
});
