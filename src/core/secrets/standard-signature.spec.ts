import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { standardSignature } from './standard-signature.js';

const ID = '019df252-5b80-7000-8000-000000000001';
const BODY = '{"event":"task.created","data":{"title":"Zürich 🎉"}}';

const headersOf = async (secret: string, id = ID, body = BODY) => {
  const timestamp = Math.floor(Date.now() / 1_000);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': await standardSignature(secret, id, timestamp, Buffer.from(body)),
  };
};

const verifies = async (webhook: Webhook, secret: string) => {
  const headers = await headersOf(secret);
  try {
    webhook.verify(BODY, headers);
    return true;
  } catch {
    return false;
  }
};

const raw = (secret: string) => new Webhook(Buffer.from(secret), { format: 'raw' });

describe('standardSignature', () => {
  it('is what the package standardwebhooks verifies, with the key that whsec_ decodes to', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 64 }), async (key) => {
        const secret = `whsec_${Buffer.from(key).toString('base64')}`;
        expect(await verifies(new Webhook(secret), secret)).toBe(true);
        expect(await verifies(raw(secret), secret)).toBe(false);
      }),
    );
  });

  it.each(['secret', 'a long random text', 'WHSEC_YWJj', ' whsec_YWJj', 'ünïcode 🎉', 'YWJj'])(
    'takes the bytes of %j',
    async (secret) => expect(await verifies(raw(secret), secret)).toBe(true),
  );

  it.each(['whsec_', 'whsec_YQ', 'whsec_no base64', 'whsec_YW-_', 'whsec_YW==YW==', 'whsec_====', 'whsec_ünï'])(
    'takes the bytes of %j, which is no base64',
    async (secret) => {
      expect(await verifies(raw(secret), secret)).toBe(true);
      expect(() => new Webhook(secret)).toThrow();
    },
  );

  it('covers id, timestamp and body', async () => {
    const signed = await headersOf('whsec_YWJj');
    const wrong = [
      { ...signed, 'webhook-id': 'other' },
      { ...signed, 'webhook-timestamp': String(Number(signed['webhook-timestamp']) - 1) },
    ];
    for (const headers of wrong) expect(() => new Webhook('whsec_YWJj').verify(BODY, headers)).toThrow();
    expect(() => new Webhook('whsec_YWJj').verify(`${BODY} `, signed)).toThrow();
  });
});
