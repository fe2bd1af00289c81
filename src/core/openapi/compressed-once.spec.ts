import { gunzipSync } from 'node:zlib';
import { CompressedOnce } from './compressed-once.js';

describe('CompressedOnce', () => {
  it('compresses a text once for each encoding', async () => {
    const gzip = jest.fn((text: string) => Promise.resolve(Buffer.from(text)));
    const compressed = new CompressedOnce(() => 'text', { gzip });
    await Promise.all([compressed.in('gzip'), compressed.in('gzip')]);
    await compressed.in('gzip');
    expect(gzip).toHaveBeenCalledTimes(1);
    expect(compressed.in('other')).toBeUndefined();
  });

  it('gives what decompresses to the text', async () => {
    const compressed = new CompressedOnce(() => 'text');
    expect(gunzipSync((await compressed.in('gzip'))!).toString()).toBe('text');
  });
});
