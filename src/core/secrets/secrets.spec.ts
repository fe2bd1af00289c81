import type { Configuration } from '#config/configuration.js';
import { type SecretPlace, Secrets } from './secrets.js';

const PLACE: SecretPlace = { table: 'webhooks', column: 'secret', companyId: 'c', id: '1' };
const [OLD, NEW] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];

const under = (...secretsKeys: Buffer[]) => new Secrets({ secretsKeys } as unknown as Configuration);

describe('Secrets', () => {
  it.each(['s', '', 'Grüße, 世界 🎉', 'x'.repeat(100_000)])('decrypts what it has encrypted', (text) => {
    const secret = under(OLD).encrypt(text, PLACE);
    expect(secret).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]+$/);
    expect(under(OLD).decrypt(secret, PLACE)).toBe(text);
  });

  it('never encrypts the same text to the same bytes', () => {
    const secrets = under(OLD);
    expect(new Set(Array.from({ length: 50 }, () => secrets.encrypt('same', PLACE))).size).toBe(50);
  });

  it('encrypts with the first key and opens with all', () => {
    const old = under(OLD).encrypt('text', PLACE);
    const both = under(NEW, OLD);
    expect([both.decrypt(old, PLACE), both.isCurrent(old)]).toEqual(['text', false]);
    const renewed = both.encrypt('text', PLACE);
    expect([under(NEW).decrypt(renewed, PLACE), both.isCurrent(renewed)]).toEqual(['text', true]);
    expect(() => under(OLD).decrypt(renewed, PLACE)).toThrow(/^SECRETS_KEY: the key [0-9a-f]{8}.* is not listed$/);
  });

  it.each([{ table: 'companies' }, { column: 'header_values' }, { companyId: 'd' }, { id: '2' }])(
    'does not open what stands elsewhere: %j',
    (elsewhere) => {
      const secret = under(OLD).encrypt('text', PLACE);
      expect(() => under(OLD).decrypt(secret, { ...PLACE, ...elsewhere })).toThrow();
    },
  );

  it('does not open a changed or cut text', () => {
    const secret = under(OLD).encrypt('a text of some length', PLACE);
    const [version, id, encoded = ''] = secret.split('.');
    const bytes = Buffer.from(encoded, 'base64url');
    for (let position = 0; position < bytes.length; position += 1) {
      const tampered = Buffer.from(bytes);
      tampered[position]! ^= 1;
      const cut = bytes.subarray(0, position);
      for (const wrong of [tampered, cut]) {
        const text = `${version}.${id}.${wrong.toString('base64url')}`;
        expect(() => under(OLD).decrypt(text, PLACE)).toThrow();
      }
    }
  });
});
