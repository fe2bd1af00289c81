import { isAddressRange, parseAddressRange } from './address-range.js';

it.each([
  ['10.0.0.0/8', { address: '10.0.0.0', family: 'ipv4', bits: 8 }],
  ['0.0.0.0/0', { address: '0.0.0.0', family: 'ipv4', bits: 0 }],
  ['192.168.1.7', { address: '192.168.1.7', family: 'ipv4', bits: 32 }],
  ['fd00::/8', { address: 'fd00::', family: 'ipv6', bits: 8 }],
  ['::1', { address: '::1', family: 'ipv6', bits: 128 }],
])('reads %s', (text, range) => {
  expect([isAddressRange(text), parseAddressRange(text)]).toEqual([true, range]);
});

it.each([
  '',
  'all',
  '10.0.0.0/',
  '10.0.0.0/33',
  '10.0.0.0/8/5',
  '10.0.0.0/-1',
  '10.0.0.0/ 8',
  '10.0.0/8',
  '::/129',
  '/8',
])('does not take "%s"', (text) => {
  expect(isAddressRange(text)).toBe(false);
  expect(() => parseAddressRange(text)).toThrow(TypeError);
});
