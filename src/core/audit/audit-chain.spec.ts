import { aroundPosition, chainedHash, FIRST_HASH, personalDigest } from './audit-chain.js';
import { canonicalJson } from './canonical-json.js';

const ENTRY = {
  action: 'team.changed',
  actor: { type: 'system', id: null, digest: 'd' },
  apiKeyId: null,
  at: '2026-11-24T00:00:00.000Z',
  changes: { name: { from: 'a', to: 'ü"' } },
  id: '1',
  outcome: 'success',
  target: { type: 'team', id: '2', name: 'ü"', digest: null },
  traceId: null,
} as const;

it('sorts members by name, on every level, and keeps the order of lists', () => {
  const value = { b: [{ d: 1, c: 'ü' }, 2], a: { z: null, y: true } };
  expect(canonicalJson(value)).toBe('{"a":{"y":true,"z":null},"b":[{"c":"ü","d":1},2]}');
});

it('puts the position where the canonical text has it', () => {
  const { before, after } = aroundPosition(ENTRY);
  expect(`${before}7${after}`).toBe(canonicalJson({ ...ENTRY, position: 7 }));
});

it('hashes the hash before, a newline and the text', () => {
  // printf '%064d\nx' 0 | sha256sum
  expect(chainedHash(FIRST_HASH, 'x')).toBe('0152f4f98e11e409b35bfa9b5e18c329427b7f29deedbc071733db222ce38158');
});

it('has another digest of the same data with another salt', () => {
  expect(personalDigest('a', { name: 'Mia' })).not.toBe(personalDigest('b', { name: 'Mia' }));
});
