import { chosenEncoding } from './compression.js';

it.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate', undefined],
  ['gzip', 'gzip'],
  ['x-gzip', 'gzip'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, zstd', 'zstd'],
  ['GZIP;q=1.0, br;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*, br;q=0', 'zstd'],
  ['br;q=0, gzip;q=0', undefined],
  ['gzip;q=0.5, identity', undefined],
  ['gzip;q=nonsense', undefined],
])('Accept-Encoding: %s', (header, encoding) => expect(chosenEncoding(header)).toBe(encoding));
